import { asObject, type JsonObject } from "../openapi/json.ts";
import { report, showList } from "./message.ts";
import { splitOperationId, titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

/** The verbs in the table in spec/README.md. To allow another verb, add it in both places. */
const allowedVerbs: Readonly<Record<string, readonly string[]>> = {
  get: ["list", "get"],
  post: [
    ...["create", "send", "search", "merge", "introspect", "revoke", "reset", "seed", "restore", "replay", "expire"],
    ...["batchRead", "batchCreate", "batchUpdate", "batchUpsert", "batchDelete", "batchArchive", "batchSend"],
  ],
  put: ["create", "set", "update", "delete", "add", "remove", "restore", "batchCreate", "batchDelete"],
  patch: ["update"],
  delete: ["archive", "delete"],
};

const webhookVerbs = ["receive"];

/** The name of an operation begins with a verb for its method, so that a verb has the same meaning everywhere in the client. */
export const operationVerb: Rule = () => {
  let isWebhook = false;

  return {
    WebhooksMap: {
      enter() {
        isWebhook = true;
      },
      leave() {
        isWebhook = false;
      },
    },
    Operation: { enter: (node, context) => checkVerb(asObject(node), isWebhook, context) },
  };
};

function checkVerb(operation: JsonObject, isWebhook: boolean, context: Context): void {
  const method = String(context.key);
  const verbs = isWebhook ? webhookVerbs : allowedVerbs[method];
  if (verbs === undefined) {
    report(context, context.location.key(), {
      wrong: `${titleOf(operation, context)} has a method for which no verb is defined.`,
      expected: `one of ${showList(Object.keys(allowedVerbs))}`,
      found: method,
    });
    return;
  }
  const name = splitOperationId(operation.operationId)?.name;
  // The rule operation-place reports an operationId without a name.
  if (name === undefined || verbs.some((verb) => beginsWith(verb, name))) return;
  report(context, context.location.child("operationId"), {
    wrong: `${titleOf(operation, context)} does not begin with a verb for ${isWebhook ? "webhooks" : method.toUpperCase()}.`,
    expected: `one of ${showList(verbs)}, alone or before a capital letter, for example ${verbs[0]}Domains`,
    found: name,
  });
}

/** `list` and `listTypes` begin with `list`, but `listen` does not. */
function beginsWith(verb: string, name: string): boolean {
  return name === verb || (name.startsWith(verb) && /[A-Z]/.test(name.charAt(verb.length)));
}
