import { cp, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judge } from "../../dependencies/audit.ts";
import { command, listening, root, temporaryFolder } from "../workspace.ts";

describe("pnpm audit:reasoned", () => {
  const advisory = {
    id: 1,
    url: "https://advisories.example/GHSA-aaaa-bbbb-cccc",
    title: "Reads too far",
    severity: "high",
    vulnerable_versions: "<999.0.0",
    cwe: ["CWE-125"],
    cvss: { score: 7.5, vectorString: null },
  };

  async function registry(vulnerabilities: object, status: number): Promise<string> {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(request.method === "POST" ? vulnerabilities : {}));
    });
    return listening(server);
  }

  const audit = async (vulnerabilities: object, status = 200, folder = root) =>
    command("node", [join(root, "tools/commands/audit.ts"), "--registry", await registry(vulnerabilities, status)], folder);

  test("fails for a vulnerability that no exception covers, and reports its dependency path", async () => {
    const { code, stderr } = await audit({ hono: [advisory] });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^GHSA-aaaa-bbbb-cccc \(high\): hono [\d.]+, Reads too far\. Dependency path: .*hono\. Fixed in >=999\.0\.0\. https:/m,
    );
  });

  test("passes without vulnerabilities", async () => {
    expect(await audit({})).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^Problems: 0\./) });
  });

  test("reports a registry that does not support audits", async () => {
    const { code, stderr } = await audit({}, 405);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("The registry cannot be reached") });
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("reports an unreachable registry", async () => {
    const { code, stderr } = await command("node", ["tools/commands/audit.ts", "--registry", "http://127.0.0.1:9"]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/The registry cannot be reached.*Connection refused/s),
    });
  });

  async function auditWith(list: string): Promise<string> {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "tools/dependencies"), { recursive: true });
    await writeFile(join(folder, "tools/dependencies/accepted.json"), list);
    for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"]) await cp(join(root, file), join(folder, file));
    const { code, stdout, stderr } = await audit({ hono: [advisory] }, 200, folder);
    return `${code}\n${stdout}${stderr}`;
  }
  const inDays = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

  test("accepts a valid reason", async () => {
    const reason = { advisory: "GHSA-aaaa-bbbb-cccc", reason: "We do not read.", until: inDays(360) };
    expect(await auditWith(JSON.stringify([reason]))).toBe("0\nProblems: 0. Accepted advisories: 1.\n");
  });

  test("reports a malformed entry with its place and all of its problems", async () => {
    const entries = [
      { advisory: "GHSA-1", until: "9999-12-31" },
      { advisory: "GHSA-2", reason: " ", until: "2027-02-30" },
      { advisory: "GHSA-3", reason: "We do not read.", until: inDays(370), because: "" },
      "GHSA-4",
    ];
    const text = await auditWith(JSON.stringify(entries));
    expect(text).toMatch(/^1\n/);
    for (const problem of [
      /accepted\.json:1:2 #\/0\n {4}This must have required property 'reason'\. Expected: a list of entries with advisory, reason and until, /,
      /:1:\d+ #\/0\/until\n {4}This should be <= \d{4}-\d\d-\d\d\. .*Found: "9999-12-31"\./,
      /#\/1\/reason\n {4}This must match pattern "\\S"\. .*Found: " "\./,
      /#\/1\/until\n {4}This must match format "date"\. .*Found: "2027-02-30"\./,
      /#\/2\n {4}This must NOT have additional properties: because\./,
      /#\/2\/until\n {4}This should be <= /,
      /#\/3\n {4}This must be object\. .*Found: "GHSA-4"\./,
    ])
      expect(text).toMatch(problem);
    expect(text).toContain("accepted advisories: 7 problems\n");
    for (const list of ["{}", "[", "null"]) expect(await auditWith(list)).toMatch(/^1\naccepted advisories: 1 problem\n/);
  });

  test("an exception expires on its date, and an exception that is no longer needed is reported", () => {
    const found = { version: "1.0.0", paths: ["tools>hono"] };
    const one = { ...advisory, github_advisory_id: "GHSA-1", module_name: "hono", patched_versions: ">=2.0.0", findings: [found] };
    const report = { advisories: { 1: one } };
    const reason = { advisory: "GHSA-1", reason: "We do not read.", until: "2026-11-21" };
    expect(judge(report, [reason], "2026-11-21")).toEqual([]);
    expect(judge(report, [reason], "2026-11-22")).toEqual([
      expect.stringMatching(/^GHSA-1 \(high\)/),
      "The exception for GHSA-1 expired on 2026-11-21. Check whether its reason still holds.",
    ]);
    expect(judge({ advisories: {} }, [reason], "2026-11-21")).toEqual([
      "GHSA-1 no longer affects any dependency. Remove its entry from tools/dependencies/accepted.json.",
    ]);
  });
});
