import type { Model } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, importTypes, oneLine, propertyKey } from "../source.ts";
import { webhookBodyType } from "./operationTypes.ts";
import type { PrintedTypes } from "./typeScript.ts";

export function emitWebhookTypes({ webhooks }: Model, types: PrintedTypes): GeneratedFile {
  const path = "webhooks.ts";
  const bodies = webhooks.map((webhook) => ({ webhook, type: webhookBodyType(types, webhook) }));
  const imports = importTypes(
    bodies.flatMap(({ type }) => type.schemas),
    "./schemas.ts",
  );
  const declarations = bodies.map(({ webhook: { id, typeName, deprecated }, type }) => {
    const lines = [`The body of the webhook \`${oneLine(id)}\`.`, ...(deprecated ? ["", "@deprecated"] : [])];
    return `${comment(lines)}export type ${typeName} = ${type.text};\n`;
  });
  const members = webhooks.map(({ id, typeName }) => `  ${propertyKey(id)}: ${typeName};\n`);
  const all = `${comment(["The bodies of all webhooks, by id."])}export interface WebhookBodies {\n${members.join("")}}\n`;
  return { path, content: [...(imports ? [imports] : []), ...declarations, all].join("\n") };
}
