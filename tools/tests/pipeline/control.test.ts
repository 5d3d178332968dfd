import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../workspace.ts";

test("only the control API's own document contains its paths", async () => {
  const platform = JSON.parse(await readFile(join(root, "packages/types/src/generated/openapi.json"), "utf8")) as { paths: object };
  const file = pathToFileURL(join(root, "packages/mock/src/generated/control/document.ts")).href;
  const { document: control } = (await import(file)) as { document: { paths: object } };
  const own = Object.keys(control.paths);
  expect(Object.keys(platform.paths).filter((path) => path.startsWith("/__mock"))).toEqual([]);
  expect(own).toHaveLength(30);
  expect(own.filter((path) => !path.startsWith("/__mock/v1/"))).toEqual([]);
});

test("both documents have the version of the released packages", async () => {
  const versions = ["spec/openapi.yaml", "spec/control/openapi.yaml"].map(async (file) => {
    const { info } = parse(await readFile(join(root, file), "utf8")) as { info: { version: string } };
    return info.version;
  });
  const packages = ["types", "client", "mock"].map(async (name) => {
    const { version } = JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8")) as { version: string };
    return version;
  });
  const released = (await Promise.all(packages)).filter((version) => version !== "0.0.0");
  const [first, ...others] = [...(await Promise.all(versions)), ...released];
  expect(first).toMatch(/^\d+\.\d+\.\d+$/);
  for (const version of others) expect(version).toBe(first);
});
