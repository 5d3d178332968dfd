import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { judged, printTable } from "../table.ts";

const run = promisify(execFile);

/** How much room an install takes. */
export interface Room {
  /** All files together: what npm calls the unpacked size. */
  readonly unpackedKib: number;
  /** In blocks of 4 KiB, folders too, as `du` counts them on most disks. */
  readonly onDiskKib: number;
}

const types = "@crm-platform/types";
const names = ["@crm-platform/client", "openapi-fetch", "openapi-typescript-helpers", types];

/** Prints what an install of the client brings. These figures are exact. */
export async function benchInstall(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-bench-"));
  try {
    await installClient(folder);
    const packages = await Promise.all(names.map(async (name) => ({ name, ...(await roomOf(join(folder, "node_modules", name))) })));
    const besideTypes = packages.filter(({ name }) => name !== types);
    const [all, some] = [total(packages), total(besideTypes)];
    printTable(
      "Client: an install, which is these packages and no other",
      ["", "KiB unpacked", "KiB on disk", "target for KiB unpacked"],
      [
        ...packages.map((one) => row(one.name, one, "")),
        row(`the ${besideTypes.length} beside the types`, some, judged(some.unpackedKib, 700, "at most")),
        row("with the types", all, judged(all.unpackedKib, 700, "at most")),
      ],
    );
    console.log(`Packages beside the types: ${judged(besideTypes.length, 3, "at most")}\n`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Installs the client as npm would, without asking a registry: ours as pnpm packs them, the others as they are here. */
export async function installClient(folder: string): Promise<void> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const installed = join(folder, "node_modules");
  await unpack("packages/client", join(installed, "@crm-platform/client"));
  await unpack("packages/types", join(installed, types));
  const openapiFetch = await realpath("packages/client/node_modules/openapi-fetch");
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    const from = join(dirname(openapiFetch), name);
    // What pnpm puts beside the files of a package is not the package's.
    await cp(from, join(installed, name), { recursive: true, dereference: true, filter: (path) => !path.endsWith("/node_modules") });
  }
}

async function unpack(project: string, folder: string): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), "crm-platform-pack-"));
  try {
    const { stdout } = await run("pnpm", ["pack", "--json", "--pack-destination", temporary], { cwd: project });
    await mkdir(folder, { recursive: true });
    await run("tar", ["-xzf", (JSON.parse(stdout) as { filename: string }).filename, "--strip-components=1", "-C", folder]);
  } finally {
    await rm(temporary, { recursive: true });
  }
}

function total(rooms: readonly Room[]): Room {
  return {
    unpackedKib: rooms.reduce((sum, { unpackedKib }) => sum + unpackedKib, 0),
    onDiskKib: rooms.reduce((sum, { onDiskKib }) => sum + onDiskKib, 0),
  };
}

export async function roomOf(folder: string): Promise<Room> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // npm's note to itself is no package's.
  const files = entries.filter((entry) => entry.isFile() && entry.name !== ".package-lock.json");
  const bytes = await Promise.all(files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size));
  const folders = 1 + entries.filter((entry) => entry.isDirectory()).length;
  return {
    unpackedKib: bytes.reduce((sum, size) => sum + size, 0) / 1024,
    onDiskKib: (folders + bytes.reduce((sum, size) => sum + Math.ceil(size / 4096), 0)) * 4,
  };
}

function row(title: string, { unpackedKib, onDiskKib }: Room, verdict: string): string[] {
  return [title, unpackedKib.toFixed(0), onDiskKib.toFixed(0), verdict];
}
