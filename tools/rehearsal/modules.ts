/** What runs of the installed client and types: as ES modules, by `require`, and from a bundle. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningMock } from "./installedMock.ts";
import { entryPoints, projectWith } from "./projects.ts";
import { root, run } from "./run.ts";
import type { Stage } from "./stage.ts";

const users = ["@crm-platform/types", "@crm-platform/client"];

/** Imports every entry point, and makes a call. @throws ProgramError when something cannot be imported */
export async function checkEsModules(stage: Stage, mock: RunningMock): Promise<void> {
  const project = await projectWith(stage, "es-modules", "module", users);
  const source = `
    import assert from "node:assert/strict";
    import { readFileSync } from "node:fs";
    import { createClient } from "@crm-platform/client";
    for (const name of ${await namesIn(project)}) {
      if (name.endsWith(".yaml")) assert.ok(readFileSync(new URL(import.meta.resolve(name)), "utf8").includes("openapi:"), name);
      else {
        const module = await import(name, name.endsWith(".json") ? { with: { type: "json" } } : {});
        assert.ok(Object.keys(module).length > 0, name + " exports nothing");
      }
    }
    ${firstCall(mock)}
  `;
  await runFile(stage, project, "main.js", source);
}

/** Takes every entry point with `require`, and makes a call. @throws ProgramError when something cannot be taken */
export async function checkCommonJs(stage: Stage, mock: RunningMock): Promise<void> {
  const project = await projectWith(stage, "commonjs", "commonjs", users);
  const source = `
    const assert = require("node:assert/strict");
    const { createClient } = require("@crm-platform/client");
    for (const name of ${await namesIn(project)}) {
      if (name.endsWith(".yaml")) require.resolve(name);
      else assert.ok(Object.keys(require(name)).length > 0, name + " exports nothing");
    }
    (async () => {${firstCall(mock)}})();
  `;
  await runFile(stage, project, "main.js", source);
}

/** Bundles a program for browsers, and runs the bundle where nothing is installed. @throws ProgramError when either fails */
export async function checkBundler(stage: Stage, mock: RunningMock): Promise<void> {
  const project = await projectWith(stage, "bundler", "module", users);
  const source = `import { createClient } from "@crm-platform/client";
    const assert = { equal(one, other) { if (one !== other) throw new Error(one + " is not " + other); } };
    ${firstCall(mock)}
  `;
  await writeFile(join(project, "main.js"), source);
  const bundle = join(stage.folder, "bundle.mjs");
  const esbuild = join(root, "tools/node_modules/.bin/esbuild");
  const options = ["--bundle", "--platform=browser", "--format=esm", "--log-level=warning", `--outfile=${bundle}`];
  await run([esbuild, "main.js", ...options], { folder: project, signal: stage.signal });
  await run([process.execPath, bundle], { folder: stage.folder, signal: stage.signal });
}

async function namesIn(project: string): Promise<string> {
  const names = await Promise.all(users.map((name) => entryPoints(project, name)));
  return JSON.stringify(names.flat());
}

/** A call as a program; `assert` and `createClient` are there. */
function firstCall({ url, accessToken }: RunningMock): string {
  return `
    const client = createClient({ baseUrl: ${JSON.stringify(url)}, accessToken: ${JSON.stringify(accessToken)} });
    const { objects } = await client.domains.list();
    assert.equal(objects.length, 2);
  `;
}

async function runFile({ signal }: Stage, project: string, file: string, source: string): Promise<void> {
  await writeFile(join(project, file), source);
  await run([process.execPath, file], { folder: project, signal });
}
