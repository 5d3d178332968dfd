import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { prose } from "./markdown.ts";

const packages = ["types", "client", "mock"];

/** The changesets of the next version, and the changelogs of the packages. */
export async function changelog(root: string): Promise<string> {
  const names = (await readdir(join(root, ".changeset"))).filter((name) => name.endsWith(".md") && name !== "README.md").sort();
  const pending = await Promise.all(names.map((name) => readFile(join(root, ".changeset", name), "utf8")));
  const logs = await Promise.all(packages.map((name) => readFile(join(root, "packages", name, "CHANGELOG.md"), "utf8")));
  return [
    "# Changelog",
    "The changes of the next version, and of each released version.",
    ...(pending.length === 0 ? [] : ["## Next version", ...pending.map((text) => prose(textOf(text)))]),
    ...logs.map(prose).map((log) =>
      log
        .replace(/^# (.*)\n/, "## $1\n")
        .replaceAll(/^##(?= \d)/gm, "###")
        .replaceAll(/^### (?=\w+ Changes)/gm, "#### "),
    ),
  ].join("\n\n");
}

/** Headings in changesets have level 4. */
function textOf(changeset: string): string {
  return changeset.replace(/^---\n.*?\n---\n+/s, "").replaceAll(/^####(?= )/gm, "###");
}
