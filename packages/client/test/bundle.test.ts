import { fileURLToPath } from "node:url";
import { build, type OutputFile } from "esbuild";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));

/** Bundles a program for browsers, from the sources of the client. */
async function bundle(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["@crm-platform/source"],
  });
  return (outputFiles[0] as OutputFile).text;
}

const oneCall = `
  import { createConnection } from "@crm-platform/client";
  import { get } from "@crm-platform/client/domains";
  console.log(await get(createConnection({ baseUrl: "http://service.example" }), "610001"));
`;

test("a bundle of one call holds that operation and no other", async () => {
  const text = await bundle(oneCall);
  const paths = text.match(/"\/(crm|crm-associations|oauth|email|content|cos-domains|events|broadcast)\/[^"]*"/g);
  expect(paths).toEqual(['"/cos-domains/v1/domains/{domainId}"']);
});

test("a bundle of the whole client holds all 27", async () => {
  const text = await bundle('import { createClient } from "@crm-platform/client"; console.log(createClient());');
  expect(text.match(/^\s+path: "\//gm)).toHaveLength(27);
});

test("nothing in a bundle is of Node alone", async () => {
  const text = await bundle(oneCall);
  expect(text).not.toMatch(/from "node:|require\(/);
});
