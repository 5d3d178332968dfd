import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { programEnvironment } from "../../environment.ts";
import { type PackageName, packages } from "../../packages.ts";

declare module "vitest" {
  interface ProvidedContext {
    packed: string;
  }
}

export interface Packed {
  readonly tarballs: Readonly<Record<PackageName, string>>;
  /** Contains the types, the client and their dependencies in `node_modules`. */
  readonly folder: string;
}

const root = join(import.meta.dirname, "../../..");

async function run(program: string, words: readonly string[], cwd: string): Promise<string> {
  const path = [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const { stdout } = await promisify(execFile)(program, words, { cwd, env: { ...programEnvironment(), PATH: path } });
  return stdout;
}

async function pack(folder: string): Promise<Packed> {
  await run("turbo", ["run", "build"], root);
  const tarballs: Partial<Record<PackageName, string>> = {};
  for (const name of packages) {
    const output = await run("pnpm", ["pack", "--json", "--pack-destination", folder], join(root, "packages", name));
    tarballs[name] = (JSON.parse(output) as { filename: string }).filename;
  }
  // The archives are unpacked without npm, because npm would contact the registry.
  const modules = join(folder, "node_modules");
  for (const name of ["types", "client"] as const) {
    const place = join(modules, "@crm-platform", name);
    await mkdir(place, { recursive: true });
    await run("tar", ["-xzf", tarballs[name] ?? "", "-C", place, "--strip-components", "1"], folder);
  }
  const openapiFetch = await realpath(join(root, "packages/client/node_modules/openapi-fetch"));
  await cp(openapiFetch, join(modules, "openapi-fetch"), { recursive: true });
  await cp(join(openapiFetch, "../openapi-typescript-helpers"), join(modules, "openapi-typescript-helpers"), {
    recursive: true,
    dereference: true,
  });
  return { tarballs: tarballs as Packed["tarballs"], folder };
}

/** The packages are packed once per test run, when a test first requests them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-packed-"));
  let packing: Promise<Packed> | undefined;
  const server = createServer(async (_, response) => {
    try {
      packing ??= pack(folder);
      response.end(JSON.stringify(await packing));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  project.provide("packed", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    server.close();
    await packing?.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
}
