/** The scripts must not send telemetry and, after the installation, must not require the network. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../workspace.ts";
import { processesEnd, run, setTraps, takeCaught } from "./networkTraps.ts";

setTraps();

interface Script {
  readonly words: readonly string[];
  readonly ends: string;
}

/** Each program is run once, with the arguments of one of the scripts. */
const scripts: readonly Script[] = [
  { words: ["pnpm", "run", "build"], ends: "Tasks:" },
  { words: ["pnpm", "run", "generate", "--check"], ends: "tools/generate.ts" },
  { words: ["pnpm", "exec", "redocly", "lint", "spec/workflows/*.arazzo.yaml"], ends: "valid" },
  { words: ["pnpm", "exec", "biome", "format", "package.json"], ends: "Checked" },
  { words: ["pnpm", "exec", "changeset", "--help"], ends: "changeset" },
];

/** The scripts that are not in the list, grouped by reason. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  "with --network, rehearsal.test.ts runs the script in the same trap, and allows only npm's registry": [
    ...["version:packages", "screenshots", "release:rehearse", "release:publish", "release:check", "docs", "reference", "change:check"],
  ],
  "dev.test.ts runs the script in the same trap": ["dev"],
  "commands.test.ts runs the script in the same traps": ["start"],
  "apart from the listed programs, the script runs only the compiler, API Extractor, dependency-cruiser, knip or vitest": [
    "test",
    "check",
    "api:diff",
    "api:report",
    "change",
    "format",
  ],
  "the script runs a part of `build`": ["prepare"],
  "the script installs third-party clients, so it requires npm's registry": ["clients"],
  "the script runs only the repository's programs, against a local server": ["bench", "fuzz", "torture"],
};

test("every script in package.json is in one of the lists", async () => {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { scripts: object };
  const run = scripts.flatMap(({ words: [, verb, script = ""] }) => (verb === "run" ? [script] : []));
  expect([...run, ...Object.values(leftOut).flat()].sort()).toEqual(Object.keys(manifest.scripts).sort());
});

test.each(scripts)("$words does not connect to other hosts", async ({ words, ends }) => {
  const ended = await run(words);
  expect(ended.output).toContain(ends);
  expect(ended.code, ended.output).toBe(0);
  expect(await takeCaught()).toEqual([]);
});

test("processes that the programs leave running do not connect to other hosts", async () => {
  await processesEnd();
  expect(await takeCaught()).toEqual([]);
});
