import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { getDomain } from "./loads.ts";
import { mockCommand, prismCommand, startServer } from "./server.ts";
import { judged, median, printTable } from "./table.ts";

const rounds = 7;

/** Measures the time to create the first account after the import, and then each further account. */
const inProcess = `
  const { createMock } = await import("./packages/mock/dist/index.js");
  const start = performance.now();
  const mock = await createMock();
  await mock.account();
  const first = performance.now() - start;
  const again = performance.now();
  for (let count = 0; count < 1000; count += 1) await mock.account();
  console.log(JSON.stringify([first, (performance.now() - again) / 1000]));
`;

/** These programs load what a test file loads. Each run needs a new process, because a process loads a module only once. */
const withImport = {
  mock: 'const { createMock } = await import("./dist/index.js"); await (await createMock()).account();',
  msw: 'await import("msw/node");',
};

export async function benchStart(): Promise<void> {
  const times = { plain: [] as number[], engine: [] as number[], prism: [] as number[], created: [] as number[], account: [] as number[] };
  const imports = { mock: [] as number[], msw: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.plain.push(await startMs((port) => ["tools/bench/plain.ts", port]));
    times.engine.push(await startMs((port) => [mockCommand, "start", "--demo", "--port", port]));
    times.prism.push(await startMs((port) => [...prismCommand, "--port", port, "--verboseLevel", "silent"]));
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", inProcess]);
    const [created = Number.NaN, account = Number.NaN] = JSON.parse(stdout) as number[];
    times.created.push(created);
    times.account.push(account);
    for (const name of ["msw", "mock"] as const) imports[name].push(await timed(withImport[name]));
  }
  const toMsw = median(imports.mock) / median(imports.msw);
  const milliseconds = (list: readonly number[]) => median(list).toFixed(2);
  printTable(
    `Mock: start (median of ${rounds})`,
    ["", "ms", "target"],
    [
      ["node:http: start to first response", milliseconds(times.plain), ""],
      ["engine with the demo account: start to first response", milliseconds(times.engine), judged(median(times.engine), 350, "at most")],
      ["prism-cli: start to first response", milliseconds(times.prism), ""],
      ["createMock() and an account, after the import", milliseconds(times.created), judged(median(times.created), 30, "at most")],
      ['import("msw/node")', milliseconds(imports.msw), ""],
      [
        `import of the mock, createMock() and an account: ${toMsw.toFixed(2)} times as long as msw/node`,
        milliseconds(imports.mock),
        judged(toMsw, 1, "at most"),
      ],
      ["one more account", milliseconds(times.account), judged(median(times.account), 1, "at most")],
    ],
  );
}

async function timed(program: string): Promise<number> {
  const source = `const start = performance.now(); ${program} console.log(performance.now() - start);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", source], { cwd: "packages/mock" });
  return Number(stdout);
}

async function startMs(words: (port: string) => readonly string[]): Promise<number> {
  await using server = await startServer((port) => words(String(port)), getDomain);
  return server.startMs;
}
