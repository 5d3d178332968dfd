/** Prevents built files from being loaded, as in a fresh clone. */
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    if (/\/packages\/(types|client|mock)\/dist\//.test(resolved.url)) throw new Error(`${resolved.url} is not built.`);
    return resolved;
  },
});
