import { asObject } from "../openapi/json.ts";
import { problem, showList } from "./message.ts";
import { splitOperationId, titleOf } from "./operations.ts";
import type { Rule } from "./visitor.ts";

/** The table of spec/README.md. A verb that is not here is a decision: add it there and here. */
export const allowedVerbs: Readonly<Record<string, readonly string[]>> = {
  get: ["list", "get"],
  post: ["create", "send", "reset", "seed", "restore", "expire", "batchRead", "batchCreate", "batchArchive"],
  put: ["create", "set", "delete", "batchCreate", "batchDelete"],
  delete: ["archive", "delete"],
};

/** The same verb means the same thing in every area of the client. */
export const operationVerb: Rule = () => ({
  Operation: {
    enter(node, context) {
      const operation = asObject(node);
      const method = String(context.key);
      const allowed = allowedVerbs[method];
      if (allowed === undefined) {
        return context.report(
          problem(context.location.key(), {
            wrong: `${titleOf(operation, context)} has a method without verbs.`,
            expected: `one of ${showList(Object.keys(allowedVerbs))}`,
            found: method,
          }),
        );
      }
      const name = splitOperationId(operation.operationId)?.name;
      // Without a name to look at, operation-place has already complained.
      if (name === undefined || allowed.some((verb) => beginsWith(verb, name))) return;
      context.report(
        problem(context.location.child("operationId"), {
          wrong: `${titleOf(operation, context)} does not begin with a verb of ${method.toUpperCase()}.`,
          expected: `one of ${showList(allowed)}, alone or with a capital after it, for example ${allowed[0]}Domains`,
          found: name,
        }),
      );
    },
  },
});

/** `list` and `listTypes` begin with the verb `list`; `listen` does not. */
function beginsWith(verb: string, name: string): boolean {
  return name === verb || (name.startsWith(verb) && /[A-Z]/.test(name.charAt(verb.length)));
}
