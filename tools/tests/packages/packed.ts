import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { command, root } from "../workspace.ts";
import type { Packed } from "./packedSetup.ts";

export async function packedPackages(): Promise<Packed> {
  const response = await fetch(inject("packed"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as Packed;
}

export async function projectWithClient(): Promise<string> {
  const project = await mkdtemp(join((await packedPackages()).folder, "project-"));
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  return project;
}

export async function projectWithMock(): Promise<string> {
  const { folder, tarballs } = await packedPackages();
  const project = await mkdtemp(join(folder, "project-"));
  const modules = join(project, "node_modules");
  const mock = join(modules, "@crm-platform/mock");
  await mkdir(mock, { recursive: true });
  const result = await command("tar", ["-xzf", tarballs.mock, "-C", mock, "--strip-components", "1"]);
  expect(result.code, result.stderr).toBe(0);
  const own = ["@crm-platform/client", "@crm-platform/types"];
  for (const name of own) await symlink(join(folder, "node_modules", name), join(modules, name));
  const dependencies = Object.fromEntries([...own, "@crm-platform/mock"].map((name) => [name, "*"]));
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  return project;
}

export async function esbuild(programArguments: readonly string[], folder: string): Promise<void> {
  const { code, stderr } = await command(join(root, "packages/client/node_modules/.bin/esbuild"), programArguments, folder);
  expect(code, stderr).toBe(0);
}
