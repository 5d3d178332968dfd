import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "./root.ts";

const run = promisify(execFile);

const workspace = [
  ".",
  "packages/types",
  "packages/client",
  "packages/mock",
  "tools",
  "tools/rehearsal",
  "tools/compatibility",
  "examples/welcome-app",
];

/**
 * Copies the files that git tracks or would track, without the history, and all generated code into a new folder below `parent`, which the
 * caller must remove. Links in the copy refer to the dependencies of this repository.
 */
export async function copyOfRepository(parent: string = tmpdir(), from: string = root): Promise<string> {
  const folder = await mkdtemp(join(parent, "crm-platform-copy-"));
  const list = (...options: string[]) => run("git", ["ls-files", "-z", ...options], { cwd: from, maxBuffer: 16 * 1024 * 1024 });
  const lists = [
    await list("--cached", "--others", "--exclude-standard"),
    await list("--others", "--ignored", "--exclude-standard", "packages/*/src/generated/**"),
  ];
  const files = lists.flatMap(({ stdout }) => stdout.split("\0")).filter((name) => name !== "");
  for (const parent of new Set(files.map((file) => dirname(file)))) await mkdir(join(folder, parent), { recursive: true });
  await Promise.all(files.map((file) => cp(join(from, file), join(folder, file), { verbatimSymlinks: true }).catch(ignoreMissing)));
  await linkDependencies(folder);
  await run("git", ["init", "--quiet"], { cwd: folder });
  // Git then writes only the objects that this repository does not have.
  await writeFile(join(folder, ".git/objects/info/alternates"), `${join(from, ".git/objects")}\n`);
  await run("git", ["add", "--all"], { cwd: folder });
  return folder;
}

/** Git lists a deleted file until the deletion is committed. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** Copies the links to dependencies, but not the dependencies themselves. */
async function linkDependencies(folder: string): Promise<void> {
  const isLink = (path: string): boolean => !/node_modules\/\.(?!bin)/.test(path.slice(root.length));
  const copies = workspace.map((name) =>
    cp(join(root, name, "node_modules"), join(folder, name, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isLink,
    }).catch(ignoreMissing),
  );
  await Promise.all(copies);
  await symlink(join(root, "node_modules/.pnpm"), join(folder, "node_modules/.pnpm"));
  // Without this setting, pnpm would install into this repository through the links.
  const settings = join(folder, "pnpm-workspace.yaml");
  const text = await readFile(settings, "utf8").catch(() => "");
  await writeFile(settings, `${text.replace(/^verifyDepsBeforeRun:.*$/m, "")}\nverifyDepsBeforeRun: false\n`);
}
