import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));

/** Rejects if the program does not exit by itself. */
async function outputOf(program: string): Promise<string> {
  const source = `
    import { createClient, rateLimiter } from "@crm-platform/client";
    const forever = new Promise(() => {});
    const respond = () => Response.json({ id: "1" });
    const controller = new AbortController();
    const { signal } = controller;
    const abort = () => setImmediate(() => controller.abort());
    const never = () => (abort(), forever);
    const hour = 3_600_000;
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const done = (error) => setImmediate(() => console.log(error.name, timers()));
    ${program}`;
  const flags = ["--conditions=@crm-platform/source", "--input-type=module", "--eval", source];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: folder, timeout: 120_000 });
  return stdout;
}

describe("an aborted call does not keep the process alive", () => {
  test.concurrent.each([
    { when: "without a response", options: "{ fetch: never, timeoutMs: hour }" },
    { when: "without a token", options: "{ fetch: respond, accessToken: never, deadlineMs: hour }" },
    {
      when: "during the backoff",
      // The client logs the delay when the backoff starts.
      options: `{
        fetch: () => Response.json({}, { status: 503, headers: { "retry-after": "60" } }),
        logger: { info: abort },
        logLevel: "info",
      }`,
    },
    {
      when: "while waiting for the rate limit",
      options: "{ fetch: respond, rateLimit: rateLimiter({ requests: 1, intervalMs: hour }) }",
      before: `await client.domainsV1.get("1"); abort();`,
    },
  ])("$when", async ({ options, before = "" }) => {
    const call = `client.domainsV1.get("1", { signal, deadlineMs: hour }).catch(done);`;
    const program = `const client = createClient(${options}); ${before} ${call}`;
    expect(await outputOf(program)).toBe("AbortedError 0\n");
  });
});
