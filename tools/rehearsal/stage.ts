import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyOfRepository, install } from "../tests/copy.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { expectedVersion } from "./version.ts";

/** The three packages that are published, without their scope. */
export const packages = ["types", "client", "mock"] as const;
export type PackageName = (typeof packages)[number];

/** Where a release is rehearsed: nothing outside of it is changed. */
export interface Stage {
  /** A folder for all that is made on the way. */
  readonly folder: string;
  /** A copy of the repository as it stands, committed or not, with what it depends on. */
  readonly copy: string;
  readonly registry: Registry;
  /** The version that the changesets ask for. */
  readonly version: string;
  /** Aborted when the rehearsal is ended from outside. */
  readonly signal: AbortSignal;
}

/** Sets a stage. @throws Error when the copy cannot be made or cannot be given what it depends on */
export async function setStage(signal: AbortSignal): Promise<Stage> {
  const copy = await copyOfRepository();
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-rehearsal-"));
  try {
    await install(copy);
    await mkdir(join(folder, "registry"));
    return { folder, copy, registry: await startRegistry(join(folder, "registry")), version: await expectedVersion(copy), signal };
  } catch (error) {
    await Promise.all([copy, folder].map(remove));
    throw error;
  }
}

/** Takes a stage away. */
export async function clearStage({ folder, copy, registry }: Stage): Promise<void> {
  await registry.close();
  await Promise.all([copy, folder].map(remove));
}

function remove(folder: string): Promise<void> {
  // What was just ended may still write its last line.
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
