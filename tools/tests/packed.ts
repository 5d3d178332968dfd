/** The packages as they are published, for the tests of what users get. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject } from "vitest";
import type { Packed } from "./packedSetup.ts";
import { command, root } from "./workspace.ts";

/** The packed packages; they are packed once in a run. */
export async function packedPackages(): Promise<Packed> {
  const response = await fetch(inject("packed"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as Packed;
}

/** A new project of ES modules with the packed client and types; it is removed at the end of the run. */
export async function projectWithClient(): Promise<string> {
  const project = await mkdtemp(join((await packedPackages()).folder, "project-"));
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  return project;
}

/** Runs the esbuild of the client's tests. */
export async function esbuild(programArguments: readonly string[], folder: string): Promise<void> {
  const { code, stderr } = await command(join(root, "packages/client/node_modules/.bin/esbuild"), programArguments, folder);
  expect(code, stderr).toBe(0);
}
