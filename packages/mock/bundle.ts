import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const root = import.meta.dirname;

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "es2023",
  // The files that a plugin loads do not get these settings from tsconfig.json.
  jsx: "automatic",
  jsxImportSource: "hono/jsx",
  logLevel: "warning",
  metafile: true,
} as const satisfies BuildOptions;

const minified = { minifySyntax: true, minifyWhitespace: true, minifyIdentifiers: true } as const satisfies BuildOptions;

/** Prism and some libraries of the SMTP listener are CommonJS and load Node's modules with `require`. */
const requireInModules = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };

/** Returns the contents of each file. @param write whether to write the files to `dist` as well */
export async function bundle({ write }: { readonly write: boolean }): Promise<Metafile[]> {
  const own = build({
    ...shared,
    write,
    entryPoints: ["src/index.ts", "src/vitest.ts", "src/msw.ts", "src/control.ts", "src/explore.ts", "src/cli/main.ts"],
    outbase: "src",
    outdir: "dist",
    splitting: true,
    conditions: ["@crm-platform/source"],
    external: ["fast-check", "msw", "pg", "vitest"],
    plugins: [filesApart, sharedCodeTogether, jsonAsText],
    // `sharedCodeTogether` imports the mock only to influence the splitting.
    logOverride: { "ignored-bare-import": "silent" },
  });
  const prism = build({
    ...shared,
    ...minified,
    write,
    entryPoints: ["src/contract/prism/library.ts"],
    outfile: "dist/prism.js",
    // Some of Prism's libraries use the names of functions at run time.
    minifyIdentifiers: false,
    plugins: [englishOnly],
    // The CommonJS version of jsonc-parser cannot be bundled.
    mainFields: ["module", "main"],
    banner: requireInModules,
  });
  const smtp = build({
    ...shared,
    ...minified,
    write,
    entryPoints: ["src/smtp/library.ts"],
    outfile: "dist/smtp.js",
    banner: requireInModules,
  });
  const mcp = build({
    ...shared,
    ...minified,
    write,
    entryPoints: ["src/mcp/library.ts"],
    outfile: "dist/mcp.js",
    banner: requireInModules,
  });
  const validators = build({
    ...shared,
    ...minified,
    write,
    entryPoints: ["src/generated/validators/*.ts", "src/generated/control/validators/*.ts"],
    outbase: "src/generated",
    outdir: "dist",
    splitting: true,
  });
  return (await Promise.all([own, prism, smtp, mcp, validators])).map(({ metafile }) => metafile);
}

/** Excludes modules that are bundled separately. They are minified, because they are larger than all other modules together. */
const filesApart: Plugin = {
  name: "files apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/library\.ts$|\/validators\/\w+\.ts$/ }, ({ path, resolveDir }) => {
      const source = relative(root, join(resolveDir, path));
      if (source === "src/contract/prism/library.ts") return { path: "./prism.js", external: true };
      if (source === "src/mcp/library.ts") return { path: "./mcp.js", external: true };
      if (source === "src/smtp/library.ts") return { path: "./smtp.js", external: true };
      const [, area] = /^src\/generated\/(.*)\.ts$/.exec(source) ?? [];
      return area === undefined ? undefined : { path: `./${area}.js`, external: true };
    }),
};

/**
 * Makes the modules that are loaded on first use import the whole mock. esbuild then writes the code that they share to one file instead of
 * thirty, which would take a fifth longer to load.
 */
const sharedCodeTogether: Plugin = {
  name: "shared code together",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\..*\.tsx?$/ }, ({ kind, path, resolveDir, importer }) => {
      // The command must start on an older Node version, and show its usage without loading the mock.
      if (kind !== "dynamic-import" || importer.endsWith("main.ts")) return undefined;
      return { path: join(resolveDir, path), pluginData: "on first use" };
    });
    onLoad({ filter: /\.tsx?$/ }, async ({ path, pluginData }) => {
      if (pluginData !== "on first use") return undefined;
      const contents = `${await readFile(path, "utf8")}\nimport ${JSON.stringify(join(root, "src/index.ts"))};`;
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

/** Removes Faker's texts in languages other than English, because Prism does not use them and they would make up half of the file. */
const englishOnly: Plugin = {
  name: "English only",
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^@faker-js\/faker$/ }, ({ resolveDir, kind }) => resolve("@faker-js/faker/locale/en", { resolveDir, kind })),
};

/** Writes JSON as an ASCII string that is parsed at run time, which is faster than parsing it as JavaScript. */
const jsonAsText: Plugin = {
  name: "JSON as text",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const unicode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
      const text = JSON.stringify(JSON.parse(await readFile(path, "utf8"))).replaceAll(/[^ -~]/g, unicode);
      return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: "js" };
    }),
};
