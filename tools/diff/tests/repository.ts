import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { command, root } from "../../tests/workspace.ts";

/** A copy of what a release is made from; the commands of the repository itself run in it. */
export interface Repository {
  readonly folder: string;
  /** Runs one of our commands, for example `run("change", "--check")`. */
  run(name: "apiDiff" | "change" | "version" | "generate", ...options: readonly string[]): ReturnType<typeof command>;
  read(file: string): Promise<string>;
  /** Replaces a text that has to be there. */
  edit(file: string, old: string, now: string): Promise<void>;
  write(file: string, text: string): Promise<void>;
}

const copied = ["spec", ".changeset", "package.json", "pnpm-workspace.yaml", "redocly.yaml"];
const packages = ["types", "client", "mock"];

/**
 * A copy of the repository before its first release, with a changeset for it, without its tools and without anything installed: those are found from
 * where they are.
 */
export async function copyOfRepository(): Promise<Repository> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-release-"));
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of packages) {
    for (const part of ["package.json", "src/generated"]) {
      await cp(join(root, "packages", name, part), join(folder, "packages", name, part), { recursive: true });
    }
  }
  // Where a release is kept already, this one is the first; what waits for the next one is told by one changeset.
  await rm(join(folder, "spec/released"), { recursive: true, force: true });
  for (const name of await readdir(join(folder, ".changeset"))) if (name.endsWith(".md")) await rm(join(folder, ".changeset", name));
  const repository = repositoryIn(folder);
  for (const name of packages) {
    const file = `packages/${name}/package.json`;
    await repository.write(file, (await repository.read(file)).replace(/^ {2}"version": .*$/m, '  "version": "0.0.0",'));
  }
  await repository.write(".changeset/release.md", '---\n"@crm-platform/types": minor\n---\n\nA release.\n');
  await repository.edit("redocly.yaml", "./tools/rules/plugin.ts", join(root, "tools/rules/plugin.ts"));
  await repository.edit(".changeset/config.json", "../tools/diff/changelog.ts", join(root, "tools/diff/changelog.ts"));
  return repository;
}

/** The same after its first release. @throws Error when the release fails */
async function releasedRepository(): Promise<Repository> {
  const repository = await copyOfRepository();
  const { code, stdout, stderr } = await repository.run("version");
  if (code !== 0) throw new Error(`The release failed.\n${stdout}\n${stderr}`);
  return repository;
}

/** Another one that starts from the same files. */
export async function copyOf({ folder }: Repository): Promise<Repository> {
  const copy = await mkdtemp(join(tmpdir(), "crm-platform-release-"));
  await cp(folder, copy, { recursive: true });
  return repositoryIn(copy);
}

function repositoryIn(folder: string): Repository {
  const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8");
  const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);
  return {
    folder,
    read,
    write,
    run: (name, ...options) => {
      const file = name === "generate" ? "tools/generate.ts" : `tools/commands/${name}.ts`;
      return command("node", [join(root, file), ...options], folder);
    },
    edit: async (file, old, now) => {
      const text = await read(file);
      if (!text.includes(old)) throw new Error(`${file} has no "${old}".`);
      await write(
        file,
        text.replace(old, () => now),
      );
    },
  };
}

/** For the tests of one file: what it gives is another copy of the repository after its first release each time; all of them go at the end. */
export function afterFirstRelease(): () => Promise<Repository> {
  const folders: string[] = [];
  let released: Repository;
  beforeAll(async () => {
    released = await releasedRepository();
    folders.push(released.folder);
  });
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const copy = await copyOf(released);
    folders.push(copy.folder);
    return copy;
  };
}
