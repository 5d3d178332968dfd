import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));

/** Runs a program to its end, and tells how long it went on after it had said that it is done. */
async function lingering(program: string): Promise<number> {
  const source = `
    import { createClient, rateLimiter } from "@crm-platform/client";
    const forEver = new Promise(() => {});
    const answer = () => Response.json({ id: "1" });
    const controller = new AbortController();
    const { signal } = controller;
    const done = (error) => console.log(error.name, Date.now());
    ${program}`;
  const flags = ["--conditions=@crm-platform/source", "--input-type=module", "--eval", source];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: folder, timeout: 240_000 });
  const end = Date.now();
  const [name, time] = stdout.trim().split(" ");
  expect(name).toBe("AbortedError");
  return end - Number(time);
}

describe("nothing keeps the process alive after a call was aborted", () => {
  test.concurrent.each([
    { when: "an answer does not come", options: "{ fetch: () => forEver, timeoutMs: 200_000 }" },
    { when: "a token does not come", options: "{ fetch: answer, accessToken: () => forEver, deadlineMs: 200_000 }" },
    {
      when: "it backs off",
      options: '{ fetch: () => Response.json({}, { status: 503, headers: { "retry-after": "60" } }), logLevel: "off" }',
    },
    {
      when: "it waits for its turn",
      options: "{ fetch: answer, rateLimit: rateLimiter({ requests: 1, intervalMs: 200_000 }) }",
      twice: true,
    },
  ])("$when", async ({ options, twice }) => {
    const call = `client.domains.get("1", { signal, deadlineMs: 200_000 }).catch(done);`;
    const first = twice ? `await client.domains.get("1");` : "";
    const program = `const client = createClient(${options}); ${first} ${call} setTimeout(() => controller.abort(), 50);`;
    expect(await lingering(program)).toBeLessThan(50_000);
  });
});
