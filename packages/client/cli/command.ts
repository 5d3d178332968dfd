import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createClient } from "@crm-platform/client";
import { serviceName as middlewareFor } from "@crm-platform/client/serviceName";
import { readAccount } from "./account.ts";
import { declarationsOf } from "./declarations.ts";

const help = `Usage: crm-platform-types --url <URL> [options]

Writes the property names of an account as TypeScript declarations, so that editors suggest them.

  --url <URL>            The base URL of the service. Default: the environment variable CRM_PLATFORM_URL
  --token <token>        The access token. Default: the environment variable CRM_PLATFORM_TOKEN, which other users of the machine cannot see
  --out <file>           The file to write or replace. Default: crm.d.ts
  --service-name <name>  The service's own name, if its property names contain it
  --help                 Shows this help
`;

const options = {
  url: { type: "string" },
  token: { type: "string" },
  out: { type: "string", default: "crm.d.ts" },
  "service-name": { type: "string" },
  help: { type: "boolean" },
} as const;

class UsageError extends Error {}

/** @returns the exit code: 2 for invalid options, 1 for other errors */
export async function runTypes(words: readonly string[], environment: Readonly<Record<string, string | undefined>>): Promise<number> {
  try {
    const values = parse(words);
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
    await writeTypes({
      url: values.url ?? environment["CRM_PLATFORM_URL"],
      token: values.token ?? environment["CRM_PLATFORM_TOKEN"],
      out: values.out,
      serviceName: values["service-name"],
    });
    return 0;
  } catch (error) {
    // The messages of the client contain no secrets.
    const { message } = error as Error;
    process.stderr.write(`crm-platform-types: ${message}${error instanceof UsageError ? " See --help." : ""}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function parse(words: readonly string[]): ReturnType<typeof parseArgs<{ options: typeof options }>>["values"] {
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(". ");
    throw new UsageError(sentence.replace(/\.?$/, "."));
  }
}

interface Settings {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly out: string;
  readonly serviceName: string | undefined;
}

async function writeTypes({ url, token, out, serviceName }: Settings): Promise<void> {
  if (!url) throw new UsageError("The URL of the service is missing. Set --url or CRM_PLATFORM_URL.");
  if (!token) throw new UsageError("The access token is missing. Set CRM_PLATFORM_TOKEN or --token.");
  const middleware = serviceName === undefined ? [] : [middlewareFor(serviceName)];
  const { types, unreadable } = await readAccount(clientFor(url, token, middleware));
  await replaceFile(out, declarationsOf(types));
  for (const { name, reason } of unreadable) process.stderr.write(`crm-platform-types: Skipped ${name}: ${reason}\n`);
  const count = types.reduce((sum, { properties }) => sum + properties.length, 0);
  process.stderr.write(`Wrote ${out}: ${count} properties of ${types.length} object types.\n`);
}

function clientFor(baseUrl: string, accessToken: string, middleware: ReturnType<typeof middlewareFor>[]): ReturnType<typeof createClient> {
  try {
    return createClient({ baseUrl, accessToken, middleware });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}.`);
  }
}

/** Replaces the file in one step, so that a compiler never reads half of it. */
async function replaceFile(file: string, content: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content, { flag: "wx" });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new Error(`Cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}
