import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

/**
 * Whom the files of a folder may import, besides each other: folders or single files. A request goes front → platform →
 * handlers → store, and no import goes against that way, not even of a type, but for what a handler is made of. The front
 * gets the platform as a `Serve`, the platform its handlers as a table, so neither imports the next one.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  generated: [],
  contract: [],
  store: [],
  http: ["contract"],
  platform: ["contract", "http", "store"],
  handlers: ["contract", "platform/context.ts", "platform/handler.ts", "platform/ids.ts", "platform/lifetimes.ts", "store"],
  front: ["contract", "http"],
  answers: ["contract", "http"],
  proxy: ["contract", "crmPlatform.ts", "front"],
  control: ["contract", "crmPlatform.ts", "generated", "handlers", "http", "platform", "store"],
  web: [
    "contract",
    "control",
    "crmPlatform.ts",
    "generated",
    "handlers/associations/associationTypes.ts",
    "handlers/records/builtInProperties.ts",
    "handlers/records/objectTypes.ts",
    "handlers/common/timestamps.ts",
    "http",
    "platform/consent/authorize.ts",
    "platform/consent/authorizePage.ts",
    "platform/consent/authorizeRequest.ts",
    "platform/consent/scopes.ts",
    "store",
  ],
  cli: ["contract", "control", "exampleMock.ts", "front", "generated", "http", "mock.ts", "proxy", "store"],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const names = await readdir(source, { recursive: true });
const files = names.map((name) => name.replaceAll("\\", "/")).filter((name) => /\.tsx?$/.test(name));
const imports = (await Promise.all(files.map(importsOf))).flat();

/** What a file imports of the others: as a value or as a type, at once or later. */
async function importsOf(from: string): Promise<Import[]> {
  const text = await readFile(join(source, from), "utf8");
  return [...text.matchAll(/"(\.\.?\/[^"]*\.tsx?)"/g)].map(([, path = ""]) => ({ from, to: posix.join(posix.dirname(from), path) }));
}

function folderOf(file: string): string {
  return file.split("/")[0] ?? "";
}

describe("the layers", () => {
  test("are all folders, and what they import is there", () => {
    const folders = files.filter((file) => file.includes("/")).map(folderOf);
    expect(Object.keys(mayImport).sort()).toEqual([...new Set(folders)].sort());
    expect(imports.filter(({ to }) => !files.includes(to))).toEqual([]);
  });

  test.each(Object.entries(mayImport))("%s imports what it may", (folder, allowed) => {
    const outward = imports.filter(({ from, to }) => folderOf(from) === folder && folderOf(to) !== folder);
    const isAllowed = ({ to }: Import) => allowed.includes(to) || allowed.includes(folderOf(to));
    expect(outward.filter((one) => !isAllowed(one))).toEqual([]);
    // What nobody imports any more is to go from the table, too.
    const unused = allowed.filter((name) => !outward.some(({ to }) => to === name || folderOf(to) === name));
    expect(unused).toEqual([]);
  });
});
