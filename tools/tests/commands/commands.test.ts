import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { readPort } from "../../../packages/mock/src/cli/words.ts";
import { command, freePort, root, testEnvironment } from "../workspace.ts";
import { processesEnd, setTraps, takeCaught, trappedEnvironment } from "./networkTraps.ts";

setTraps();

const running: ChildProcess[] = [];

beforeAll(async () => {
  expect(await command("turbo", ["run", "build", "reference"])).toMatchObject({ code: 0 });
});

afterEach(() => {
  for (const { pid } of running.splice(0)) endGroup(pid);
});

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {}
}

async function listeningServer(): Promise<Server> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function serve(
  program: string,
  programArguments: readonly string[],
  ready: string,
  env: NodeJS.ProcessEnv = trappedEnvironment(),
): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(program, programArguments, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk;
      if (output.includes(ready)) resolve();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.on("close", () => reject(new Error(`The program ended before it printed "${ready}":\n${output}`)));
  });
  return { child, output: () => output };
}

describe("pnpm start", () => {
  const start = async (port: number): ReturnType<typeof serve> =>
    serve("node", ["tools/commands/start.ts", "--port", String(port)], "Ctrl+C");

  test("serves the mock, the reference and the document, prints a working curl command, and ends immediately despite open connections", async () => {
    const port = await freePort();
    const { child, output } = await start(port);
    const url = `http://127.0.0.1:${port}`;

    const line = /^\s*(curl .*)$/m.exec(output())?.[1] ?? "";
    expect(line).toContain(`${url}/cms/domains/2026-03`);
    const { code, stdout } = await command("bash", ["-c", `${line} --silent --fail`]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ total: 2 });

    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { info: { title: string } };
    expect(document.info.title).toBe("CRM Platform API");

    const page = await fetch(`${url}/docs/operations/associationsV3/batchRead.html`);
    expect(page.headers.get("content-type")).toContain("text/html");
    const html = await page.text();
    expect(html).toContain("/crm/v3/associations/{fromObjectType}/{toObjectType}/batch/read");
    // The page loads no script, style or font from another host, and its content security policy would block one.
    expect(html).not.toMatch(/<(script|link|img)[^>]+(src|href)=["']?(https?:)?\/\//);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");

    child.kill("SIGINT");
    await once(child, "close");
    await expect(fetch(`${url}/openapi.json`)).rejects.toThrow();
  });

  test("SIGTERM to npx alone also ends the server", async () => {
    const port = await freePort();
    const { child } = await serve("npx", ["pnpm", "start", "--port", String(port)], "Ctrl+C", testEnvironment());
    child.kill("SIGTERM");
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/openapi.json`).then(
          () => "up",
          () => "down",
        ),
      )
      .toBe("down");
  });

  test("a port in use is reported without a stack trace", async () => {
    const server = await listeningServer();
    const { port } = server.address() as { port: number };
    const { code, stdout, stderr } = await command("node", ["tools/commands/start.ts", "--port", String(port)]);
    server.close();
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(`^Port ${port} is in use. Choose another port, for example: npx pnpm start --port \\d+\n$`),
    });
  });

  test.each([["abc"], [""], ["65536"], ["1.5"]])("--port %s is rejected", (port) => {
    expect(() => readPort("--port", port)).toThrow(`--port must be a number from 0 to 65535, not "${port}".`);
  });

  test("an unknown option is rejected with the nearest option", async () => {
    const { code, stderr } = await command("node", ["tools/commands/start.ts", "--prot", "1"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Unknown option "--prot". Did you mean --port? See --help.\n' });
  });
});

test("the servers do not connect to other hosts", async () => {
  await processesEnd();
  expect(await takeCaught()).toEqual([]);
});
