import type { Server } from "node:net";
import type { SMTPServer, SMTPServerAuthentication, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from "smtp-server";
import { listenError } from "../http/listenError.ts";
import { checkOptions, hostnameRule, type OptionRules, portRule } from "../http/options.ts";
import { type Login, type MailStore, receive, signIn } from "./mailStore.ts";
import { readMessage, SmtpRejection } from "./message.ts";

export interface SmtpOptions {
  /**
   * The port to listen on. 0 selects a free port.
   * @default 0
   */
  readonly port?: number;
  /**
   * The address to listen on. Connections are not encrypted, so other machines should not have access to it.
   * @default "127.0.0.1", which is reachable from this machine only
   */
  readonly hostname?: string;
}

export interface SmtpListener {
  readonly host: string;
  readonly port: number;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

const rules: OptionRules<SmtpOptions> = { port: portRule, hostname: hostnameRule };
const maxMessageBytes = 2 * 1024 * 1024;
const maxRecipients = 20;
const maxConnections = 20;
const maxFailedLogins = 5;
const limits: SMTPServerOptions = {
  size: maxMessageBytes,
  rejectOversized: true,
  socketTimeout: 30_000,
  closeTimeout: 1_000,
};

/** @throws TypeError when an option is invalid; Error when the port is in use or not permitted, with a solution in its message */
export async function listenSmtp(options: SmtpOptions, mailStore: MailStore): Promise<SmtpListener> {
  checkOptions("smtp", options, rules);
  const { port = 0, hostname = "127.0.0.1" } = options;
  const { SMTPServer } = await import("./library.ts");
  const failedLogins = new WeakMap<SMTPServerSession, number>();
  const server = new SMTPServer({
    ...limits,
    name: "smtp.crm-platform.example",
    banner: "CRM Platform mock",
    authMethods: ["PLAIN", "LOGIN"],
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    // The library's log would contain email addresses and credentials.
    logger: false,
    onAuth: (authentication, session, callback) => {
      respond(authenticate(authentication, session, failedLogins, mailStore), mailStore, callback);
    },
    onRcptTo: (_address, session, callback) => {
      const isFull = session.envelope.rcptTo.length >= maxRecipients;
      callback(isFull ? new SmtpRejection(452, `A message can have up to ${maxRecipients} recipients`) : null);
    },
    onData: (stream, session, callback) => {
      respond(deliver(stream, session, mailStore), mailStore, callback);
    },
  });
  server.server.on("connection", () => makeRoom(server));
  await listening(server, port, hostname);
  const address = (server.server as Server).address();
  return {
    host: hostname,
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The library closes the connection after a response with the code 421. */
async function authenticate(
  { username = "", password }: SMTPServerAuthentication,
  session: SMTPServerSession,
  failedLogins: WeakMap<SMTPServerSession, number>,
  mailStore: MailStore,
): Promise<{ user?: Login; message?: string }> {
  const login = typeof password === "string" ? await signIn(username, password, mailStore) : undefined;
  if (login) return { user: login };
  const count = (failedLogins.get(session) ?? 0) + 1;
  failedLogins.set(session, count);
  if (count >= maxFailedLogins) throw new SmtpRejection(421, `${count} failed logins. Connect again to try another password`);
  return { message: "Invalid username or password" };
}

/**
 * Makes room for a new connection by closing the oldest one that is not logged in, or else the oldest one that is not sending a message.
 * The library adds the new connection to the list later. Its option `maxClients` would reject the new connection instead.
 */
function makeRoom({ connections }: SMTPServer): void {
  while (connections.size >= maxConnections) {
    const all = [...connections];
    const oldest = all.find(({ session }) => !session.user) ?? all.find(({ session }) => !session.envelope.mailFrom) ?? all[0];
    oldest?.send(421, `The limit of ${maxConnections} connections is reached, and this one was idle. Connect again`);
  }
}

async function deliver(stream: SMTPServerDataStream, { user, envelope }: SMTPServerSession, mailStore: MailStore): Promise<string> {
  const source = await readAll(stream).catch(() => {
    throw new SmtpRejection(451, "The connection was lost");
  });
  // The client receives a 552, because the message exceeds the maximum size.
  if (source === undefined) return "";
  const sender = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
  const message = await readMessage(source, sender);
  return receive(
    message,
    envelope.rcptTo.map(({ address }) => address),
    user as Login,
    mailStore,
  );
}

/** Resolves to `undefined` for an oversized message, which is read to its end but not kept. */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length <= maxMessageBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > maxMessageBytes ? undefined : Buffer.concat(chunks);
}

/** Passes the result of a promise to a callback. An unexpected error is reported, and the client may try again. */
function respond<Result>(promise: Promise<Result>, { onError }: MailStore, callback: (error: Error | null, result?: Result) => void): void {
  promise.then(
    (result) => callback(null, result),
    (error: unknown) => {
      if (error instanceof SmtpRejection) return callback(error);
      onError(error);
      callback(new SmtpRejection(451, "Internal error. Try again later"));
    },
  );
}

function listening(server: SMTPServer, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, port, hostname)));
    server.listen(port, hostname, () => {
      // Broken connections are not errors of the mock.
      server.on("error", () => {});
      resolve();
    });
  });
}
