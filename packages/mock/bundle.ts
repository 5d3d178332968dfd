import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const root = import.meta.dirname;

/** These modules are minified, because they are larger than all other modules together. */
const apart: Readonly<Record<string, string>> = {
  "src/contract/prism/library.ts": "prism.js",
  "src/generated/validators.ts": "validators.js",
  "src/generated/control/validators.ts": "controlValidators.js",
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "es2023",
  logLevel: "warning",
  metafile: true,
} as const satisfies BuildOptions;

/** Returns the contents of each file. @param write whether to write the files to `dist` as well */
export async function bundle({ write }: { readonly write: boolean }): Promise<Metafile[]> {
  const own = build({
    ...shared,
    write,
    entryPoints: ["src/index.ts", "src/vitest.ts", "src/msw.ts", "src/cli/main.ts"],
    outbase: "src",
    outdir: "dist",
    splitting: true,
    conditions: ["@crm-platform/source"],
    external: ["msw", "pg", "vitest"],
    plugins: [filesApart, jsonAsText],
  });
  const others = Object.entries(apart).map(([source, file]) =>
    build({
      ...shared,
      write,
      entryPoints: [source],
      outfile: `dist/${file}`,
      minifySyntax: true,
      minifyWhitespace: true,
      // Some of Prism's libraries use the names of functions at run time.
      minifyIdentifiers: file !== "prism.js",
      plugins: [englishOnly],
      // The CommonJS version of jsonc-parser cannot be bundled.
      mainFields: ["module", "main"],
      // Prism is CommonJS, and loads Node's modules with `require`.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    }),
  );
  return (await Promise.all([own, ...others])).map(({ metafile }) => metafile);
}

const filesApart: Plugin = {
  name: "files apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(library|validators)\.ts$/ }, ({ path, resolveDir }) => {
      const file = apart[relative(root, join(resolveDir, path))];
      return file === undefined ? undefined : { path: `./${file}`, external: true };
    }),
};

/** Prism does not use Faker's texts in other languages, which would be half of the file. */
const englishOnly: Plugin = {
  name: "English only",
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^@faker-js\/faker$/ }, ({ resolveDir, kind }) => resolve("@faker-js/faker/locale/en", { resolveDir, kind })),
};

/** Parsing a string as JSON at run time is faster than parsing it as JavaScript. */
const jsonAsText: Plugin = {
  name: "JSON as text",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, "utf8")));
      return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: "js" };
    }),
};
