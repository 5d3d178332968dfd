import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const root = import.meta.dirname;
const prismSource = join(root, "src/contract/prism/library.ts");

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "es2023",
  logLevel: "warning",
  metafile: true,
} as const satisfies BuildOptions;

/**
 * Bundles the package into `dist`.
 * @param write whether to write the files; without it only the list of their contents is made
 * @returns what each file consists of
 */
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
    plugins: [prismApart, jsonAsText],
  });
  const prism = build({
    ...shared,
    write,
    entryPoints: [prismSource],
    outfile: "dist/prism.js",
    // The CommonJS of jsonc-parser cannot be bundled.
    mainFields: ["module", "main"],
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [englishOnly],
    // Prism is CommonJS, and loads the modules of Node by `require`.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return (await Promise.all([own, prism])).map(({ metafile }) => metafile);
}

/** Leaves Prism to its own file: it is larger than all the rest, so it is minified. */
const prismApart: Plugin = {
  name: "prism apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/library\.ts$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path) === prismSource ? { path: "./prism.js", external: true } : undefined,
    ),
};

/** Prism generates data with the English texts of Faker; those of the other languages would be a half of its file. */
const englishOnly: Plugin = {
  name: "English only",
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^@faker-js\/faker$/ }, ({ resolveDir, kind }) => resolve("@faker-js/faker/locale/en", { resolveDir, kind })),
};

/** Writes JSON as a text that is parsed at run time, which is faster than to parse it as JavaScript. */
const jsonAsText: Plugin = {
  name: "JSON as text",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, "utf8")));
      return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: "js" };
    }),
};
