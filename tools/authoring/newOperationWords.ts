import { UsageError } from "../../packages/mock/src/cli/usageError.ts";
import { readWords, SentenceError } from "../commandLine.ts";
import { isIdentifier, localIdentifier } from "../pipeline/names.ts";
import { allowedVerbs } from "../rules/operation-verb.ts";
import { type Files, filesOf, webhookFilesOf } from "./newOperation.ts";

const usage = `Usage: npx pnpm new:operation ID METHOD PATH SUMMARY [options]
       npx pnpm new:operation ID webhook SUMMARY --request NAME

Writes the path item, schemas, code samples, a behavior row, a handler stub and a changeset, and then lists their
placeholders and lints the spec. For a webhook, which the platform sends, only the path item, the schema and the changeset are needed.

Example: npx pnpm new:operation tickets.get get "/crm/v3/tickets/{ticketId}" "Get a ticket" --scope tickets --response Ticket

  --scope NAME …     a scope that grants access; can be repeated. Without a scope, the operation requires no access token
  --request NAME     schema of the request body, such as TicketInput
  --response NAME    schema of the response body, such as Ticket
  --status STATUS    status of a successful response; default: 200 with a response body, otherwise 204
  --retry WHEN       when clients may retry the operation: safe, on-rate-limit or never; default: never for POST, otherwise safe
`;

const reserved = ["shared", "control", "workflows", "guides", "released"];

/** Reads the command line of `pnpm new:operation`, and returns the files to write. @throws SentenceError when it is invalid */
export function readFiles(words: readonly string[], root: string): Files {
  const text = { type: "string" } as const;
  const options = { scope: { type: "string", multiple: true }, request: text, response: text, status: text, retry: text } as const;
  const { values, positionals } = readWords(usage, options, 4, words);
  const [id = "", verb = ""] = positionals;
  const method = verb.toLowerCase();
  const isWebhook = method === "webhook";
  const [path = "", summary] = isWebhook ? ["/", ...positionals.slice(2)] : positionals.slice(2);
  if (summary === undefined) throw new UsageError("ID, METHOD, PATH and SUMMARY are required.");
  const schemaName = /^[A-Z][A-Za-z0-9]*$/;
  expectWord("ID", id, /^[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*$/, "AREA.NAME, for example tickets.get");
  const methods = [...Object.keys(allowedVerbs), "webhook"];
  expectWord("METHOD", method, new RegExp(`^(${methods.join("|")})$`), `one of ${methods.join(", ")}`);
  if (!isWebhook)
    expectWord("PATH", path, /^(\/([A-Za-z0-9._-]+|\{[A-Za-z][A-Za-z0-9]*\}))+$/, "a path such as /crm/v3/tickets/{ticketId}");
  expectWord(
    "SUMMARY",
    summary,
    /^[A-Z][^\p{Cc}]*[^.\p{Cc}]$/u,
    "one line that starts with a capital letter and does not end with a period",
  );
  for (const [option, value = "A"] of [["--request", values.request] as const, ["--response", values.response] as const]) {
    expectWord(option, value, schemaName, "a schema name such as Ticket");
  }
  for (const scope of values.scope ?? []) expectWord("--scope", scope, /^[\w.-]+$/, "the name of a scope");
  const { response, status = response === undefined ? "204" : "200", retry = method === "post" ? "never" : "safe" } = values;
  expectWord("--status", status, /^2\d\d$/, "a status such as 200");
  expectWord("--retry", retry, /^(safe|on-rate-limit|never)$/, "safe, on-rate-limit or never");
  const [area = "", name = ""] = id.split(".");
  if (reserved.includes(area)) throw new SentenceError(`ID: "${area}" cannot be an area, because spec/${area}/ has another purpose.`);
  if (localIdentifier(area) !== area || ![area, name].every(isIdentifier))
    throw new SentenceError(`ID must not contain a reserved word. Found: "${id}".`);
  if (isWebhook) {
    expectWord("ID", id, /\.receive[A-Z]/, "AREA.receiveNAME for a webhook, for example tickets.receiveChanges");
    if (values.request === undefined) throw new SentenceError("A webhook requires --request, the schema of its body.");
    return webhookFilesOf({ area, name, summary, requestBody: values.request }, root);
  }
  const operation = { area, name, method, path, summary, scopes: values.scope ?? [], retry, status, requestBody: values.request, response };
  return filesOf(operation, root);
}

function expectWord(name: string, value: string, pattern: RegExp, expected: string): void {
  if (!pattern.test(value)) throw new SentenceError(`${name} must be ${expected}. Found: ${JSON.stringify(value)}.`);
}
