/** Prevents built files from being loaded, as in a fresh clone. */
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, next) {
    const target = next(specifier, context);
    if (/\/packages\/(types|client|mock)\/dist\//.test(target.url)) throw new Error(`${target.url} is not built.`);
    return target;
  },
});
