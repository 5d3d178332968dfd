import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyOfRepository, install } from "../repositoryCopy.ts";
import { type Registry, startRegistry } from "./registry.ts";
import type { RehearsedVersion } from "./version.ts";

/** Where a release is rehearsed: nothing outside of it is changed. */
export interface Stage extends RehearsedVersion {
  /** A folder for all that is made on the way. */
  readonly folder: string;
  /** A copy of the repository as it stands, committed or not, with what it depends on. */
  readonly copy: string;
  readonly registry: Registry;
  /** Aborted when the rehearsal is ended from outside. */
  readonly signal: AbortSignal;
}

/** Sets a stage. @throws Error when the copy cannot be made or cannot be given what it depends on; nothing is left of it then */
export async function setStage(rehearsed: RehearsedVersion, signal: AbortSignal): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-rehearsal-"));
  try {
    const copy = await copyOfRepository(folder);
    await install(copy);
    await mkdir(join(folder, "registry"));
    // It comes last: a server that nobody closes would keep the process alive.
    return { ...rehearsed, folder, copy, registry: await startRegistry(join(folder, "registry")), signal };
  } catch (error) {
    await remove(folder);
    throw error;
  }
}

/** Takes a stage away. */
export async function clearStage({ folder, registry }: Stage): Promise<void> {
  await registry.close();
  await remove(folder);
}

function remove(folder: string): Promise<void> {
  // What was just ended may still write its last line.
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
