import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle, type Size, sizeOf } from "../../../packages/client/test/bundling.ts";
import { type Compiled, compile } from "../client/compile.ts";
import type { Contestant } from "./contestants.ts";

export interface Bundled extends Size {
  /** Whether it can be bundled for browsers; the size is that for Node where it cannot. */
  readonly isForBrowsers: boolean;
}

/** The program's address in what is measured and not run. */
const nowhere = new URL("http://127.0.0.1:4010");

export async function measureBundle({ folder, program }: Contestant): Promise<Bundled> {
  const stdin = { contents: program(nowhere), resolveDir: folder, loader: "ts" } as const;
  try {
    return { ...(await sizeOf("", { stdin, logLevel: "silent" })), isForBrowsers: true };
  } catch {
    return { ...(await sizeOf("", { stdin, platform: "node" })), isForBrowsers: false };
  }
}

export async function measureTypes({ folder, program }: Contestant, name: string): Promise<Compiled> {
  const file = join(folder, `${name}.ts`);
  await writeFile(file, program(nowhere));
  return compile(folder, file);
}

/** Writes a program for Node that ends by telling how long its process has been there. Packages stay as they are installed. */
export async function writeFirstCall({ folder, program }: Contestant, name: string, service: URL): Promise<string> {
  const contents = `${program(service)}\nconsole.log(performance.now());`;
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, await bundle("", { stdin, platform: "node", packages: "external" }));
  return file;
}

/** From the start of the process to the answer, in milliseconds. */
export async function timeFirstCall(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  return Number(stdout.trim().split("\n").at(-1));
}
