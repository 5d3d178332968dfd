/** Lets Node load `.tsx` files: `node --import ./tools/jsx.ts …`. Node strips types, but does not transform JSX. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    const source = readFileSync(fileURLToPath(url), "utf8");
    const { code } = transformSync(source, { loader: "tsx", jsx: "automatic", jsxImportSource: "hono/jsx", sourcemap: "inline" });
    return { format: "module", source: code, shortCircuit: true };
  },
});
