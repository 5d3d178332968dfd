/** Lets a program outside the workspace import this repository's packages (`node --import`). */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier.startsWith("@crm-platform/") ? { ...context, parentURL: import.meta.url } : context),
});
