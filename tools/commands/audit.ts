/**
 * pnpm audit:reasoned [--registry URL]: asks the registry which known weaknesses our dependencies have, and exits with 1 for each
 * that tools/dependencies/accepted.json gives no reason for. It needs the network, so `npx pnpm test` does not run it.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { type Accepted, type AuditReport, judge } from "../dependencies/audit.ts";

const run = promisify(execFile);
const usage = "Usage: npx pnpm audit:reasoned [--registry URL]";

async function audit(registry: string | undefined): Promise<AuditReport> {
  const words = ["audit", "--json", ...(registry === undefined ? [] : ["--registry", registry])];
  // It ends with 1 where there is something to report, too.
  const { stdout, stderr } = await run("pnpm", words, { maxBuffer: 64 * 1024 * 1024 }).catch((error) => error);
  try {
    return JSON.parse(stdout) as AuditReport;
  } catch {
    throw new SentenceError(`The registry could not be asked.\n${stderr}`);
  }
}

async function main(): Promise<number> {
  const { registry } = readWords(usage, { registry: { type: "string" } }).values;
  const accepted = JSON.parse(await readFile(new URL("../dependencies/accepted.json", import.meta.url), "utf8")) as Accepted[];
  const problems = judge(await audit(registry), accepted, new Date().toISOString().slice(0, 10));
  for (const problem of problems) console.error(problem);
  console.log(`${problems.length} to look at, ${accepted.length} with a reason`);
  return problems.length > 0 ? 1 : 0;
}

await runCommand(main);
