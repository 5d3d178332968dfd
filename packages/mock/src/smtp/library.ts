/** The libraries of the SMTP listener. The build bundles this module into a separate file. */
export { simpleParser } from "mailparser";
export { SMTPServer } from "smtp-server";
