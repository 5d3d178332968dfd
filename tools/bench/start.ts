import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { judged, mediansOf, printTable } from "./library/measure.ts";
import { type RunningServer, startMock, startPlain, startPrism } from "./library/servers.ts";

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
  const times = await mediansOf(rounds, {
    plain: () => startMs(startPlain()),
    engine: () => startMs(startMock("--demo")),
    prism: () => startMs(startPrism()),
    created: async () => JSON.parse(await outputOf(inProcess)) as number[],
    msw: () => timed(withImport.msw),
    mock: () => timed(withImport.mock),
  });
  const [[plain = Number.NaN], [engine = Number.NaN], [prism = Number.NaN]] = [times.plain, times.engine, times.prism];
  const [[created = Number.NaN, account = Number.NaN], [msw = Number.NaN], [mock = Number.NaN]] = [times.created, times.msw, times.mock];
  printTable(
    `Mock: start (median of ${rounds})`,
    ["", "ms", "target"],
    [
      ["node:http: start to first response", plain.toFixed(2), ""],
      ["engine with the demo account: start to first response", engine.toFixed(2), judged(engine, 350, "at most")],
      ["prism-cli: start to first response", prism.toFixed(2), ""],
      ["createMock() and an account, after the import", created.toFixed(2), judged(created, 30, "at most")],
      ['import("msw/node")', msw.toFixed(2), ""],
      [
        `import of the mock, createMock() and an account: ${(mock / msw).toFixed(2)} times as long as msw/node`,
        mock.toFixed(2),
        judged(mock / msw, 1, "at most"),
      ],
      ["one more account", account.toFixed(2), judged(account, 1, "at most")],
    ],
  );
}

async function timed(program: string): Promise<number[]> {
  return [Number(await outputOf(`const start = performance.now(); ${program} console.log(performance.now() - start);`, "packages/mock"))];
}

async function outputOf(program: string, cwd = "."): Promise<string> {
  return (await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd })).stdout;
}

async function startMs(starting: Promise<RunningServer>): Promise<number[]> {
  await using server = await starting;
  return [server.startMs];
}
