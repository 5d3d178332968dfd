/** pnpm audit:reasoned requires the network, so `npx pnpm test` does not run it. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { readAcceptedAdvisories } from "../dependencies/acceptedAdvisories.ts";
import { type AuditReport, judge } from "../dependencies/audit.ts";
import { programEnvironment } from "../environment.ts";

const run = promisify(execFile);
const usage = "Usage: npx pnpm audit:reasoned [--registry URL]";

/** Limits retries, because pnpm otherwise retries for minutes before it reports a missing network. */
const impatience = { PNPM_CONFIG_FETCH_RETRIES: "1", PNPM_CONFIG_FETCH_RETRY_MINTIMEOUT: "1000" };

async function audit(registry: string | undefined): Promise<AuditReport> {
  const words = ["audit", "--json", ...(registry === undefined ? [] : ["--registry", registry])];
  // pnpm also exits with 1 when it finds vulnerabilities.
  const options = { env: { ...programEnvironment(), ...impatience }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout, stderr } = await run("pnpm", words, options).catch((error) => error);
  const report = parsed(stdout);
  if (report?.advisories !== undefined) return report as AuditReport;
  throw new SentenceError(`The registry cannot be reached, so the dependencies were not audited.\n${stderr || stdout}`.trimEnd());
}

function parsed(json: string): Partial<AuditReport> | undefined {
  try {
    return JSON.parse(json) as Partial<AuditReport>;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const { registry } = readWords(usage, { registry: { type: "string" } }).values;
  const today = new Date().toISOString().slice(0, 10);
  const accepted = await readAcceptedAdvisories(today);
  const problems = judge(await audit(registry), accepted, today);
  for (const problem of problems) console.error(problem);
  console.log(`Problems: ${problems.length}. Accepted advisories: ${accepted.length}.`);
  return problems.length > 0 ? 1 : 0;
}

await runCommand(main);
