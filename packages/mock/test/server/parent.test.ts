import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { command, fromSources, main } from "./command.ts";

const words = ["--port", "0", "--end-with-parent"];
const startWords = [process.execPath, ...fromSources, main, "start", ...words];
const quoted = startWords.map((word) => `'${word}'`).join(" ");

/** A project in which `npx crm-platform-mock` runs the sources. */
let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "crm-platform-parent-"));
  const binary = join(project, "node_modules/.bin/crm-platform-mock");
  await mkdir(join(project, "node_modules/.bin"), { recursive: true });
  await writeFile(join(project, "package.json"), "{}");
  await writeFile(
    binary,
    `#!/bin/sh\nexec ${startWords
      .slice(0, -words.length - 1)
      .map((word) => `'${word}'`)
      .join(" ")} "$@"\n`,
  );
  await chmod(binary, 0o755);
});
afterAll(() => rm(project, { recursive: true }));

const chains: [name: string, words: () => readonly string[]][] = [
  ["directly", () => startWords],
  // The second command keeps the shell from replacing itself with the mock.
  ["by a shell", () => ["sh", "-c", `${quoted}; true`]],
  ["by npx", () => ["npx", "--no", "crm-platform-mock", "start", ...words]],
];

/** @param atReady runs in the parent, with `child`, when the mock is ready */
async function parentOf(started: readonly string[], atReady: string) {
  const program = `
    import { spawn } from "node:child_process";
    const [command, ...words] = ${JSON.stringify(started)};
    const child = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
    child.stdout.on("data", (text) => {
      if (!String(text).startsWith("ready ")) return;
      console.log(String(text));
      ${atReady}
    });`;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", program], { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  // The mock holds the parent's standard error, so this event waits for the end of the mock too, as test runners do.
  const closed = once(parent, "close");
  let url = "";
  for await (const line of createInterface({ input: parent.stdout })) {
    url = /^ready (.+)$/.exec(line)?.[1] ?? "";
    break;
  }
  return { parent, closed, url };
}

test.each(chains)("a mock that was started %s ends when its parent is killed", async (_, started) => {
  const { parent, closed, url } = await parentOf(started(), "");
  expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  parent.kill("SIGKILL");
  expect(await closed).toEqual([null, "SIGKILL"]);
  await expect(fetch(`${url}/openapi.json`)).rejects.toThrow();
});

test.each(chains)("a mock that was started %s ends when its parent kills only the process that it started", async (_, started) => {
  const { closed, url } = await parentOf(started(), 'child.kill("SIGKILL");');
  expect(await closed).toEqual([0, null]);
  await expect(fetch(`${url}/openapi.json`)).rejects.toThrow();
});

test("a mock that was started by npx ends when its parent closes the pipe", async () => {
  const { closed } = await parentOf(["npx", "--no", "crm-platform-mock", "start", ...words], "child.stdin.end();");
  expect(await closed).toEqual([0, null]);
});

test.each(["start", "proxy"])("%s rejects --end-with-parent if no pipe connects it to its parent", async (name) => {
  const { code, stderr } = await command(name, ...words, ...(name === "proxy" ? ["--upstream", "http://127.0.0.1:1"] : [])).end;
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      '--end-with-parent requires a pipe as standard input, because a pipe closes when the parent ends. Standard input is ignored. With spawn, use stdio: ["pipe", …]. See --help.\n',
  });
});
