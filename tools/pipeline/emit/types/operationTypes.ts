import type { Body, Operation, Parameter, Result, Webhook } from "../../model/model.ts";
import type { PrintedTypes, TypeText } from "./typeScript.ts";

export function parameterType(types: PrintedTypes, { id, path }: Operation, place: Place, { name }: Parameter): TypeText {
  const steps = ["parameters", place, name];
  return types.typeAt(["operations", id, ...steps]) ?? types.typeAt(["paths", path, ...steps]) ?? plainType("unknown");
}

export type Place = "path" | "query" | "header";

export function webhookBodyType(types: PrintedTypes, { name, method, mediaType }: Webhook): TypeText {
  if (mediaType === undefined) return plainType("undefined");
  return types.typeAt(["webhooks", name, method.toLowerCase(), "requestBody", "content", mediaType]) ?? plainType("unknown");
}

export function bodyType(types: PrintedTypes, { id }: Operation, { mediaType }: Body): TypeText {
  return types.typeAt(["operations", id, "requestBody", "content", mediaType]) ?? plainType("unknown");
}

export function isExtendable(types: PrintedTypes, { schema }: Body): boolean {
  return schema?.kind === "reference" && types.typeAt(["components", "schemas", schema.key])?.isInterface === true;
}

export function resultType(types: PrintedTypes, { id }: Operation, { status, mediaType }: Result): TypeText {
  if (mediaType === undefined) return plainType("undefined");
  return types.typeAt(["operations", id, "responses", status, "content", mediaType]) ?? plainType("unknown");
}

function plainType(text: string): TypeText {
  return { text, schemas: [], nameTypes: [], isGeneric: false };
}
