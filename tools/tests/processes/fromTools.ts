/** Lets a program that is in no package import ours, as if it stood here: `node --import` this file. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier.startsWith("@crm-platform/") ? { ...context, parentURL: import.meta.url } : context),
});
