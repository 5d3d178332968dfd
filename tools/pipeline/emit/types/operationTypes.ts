import { isForm, isJson, isMultipart, isText } from "../../../openapi/mediaTypes.ts";
import type { Body, Operation, Parameter, Result, Webhook } from "../../model/model.ts";
import type { PrintedTypes, TypeText } from "./typeScript.ts";

export function parameterType(types: PrintedTypes, { id, path }: Operation, place: Place, parameter: Parameter): TypeText {
  if (parameter.isText) return plainType("string");
  const steps = ["parameters", place, parameter.name];
  const type = types.typeAt(["operations", id, ...steps]) ?? types.typeAt(["paths", path, ...steps]) ?? plainType("unknown");
  // A path cannot contain null.
  return place === "path" && parameter.isNullable ? { ...type, text: `NonNullable<${type.text}>` } : type;
}

export type Place = "path" | "query" | "header";

export function webhookBodyType(types: PrintedTypes, { name, method, mediaType }: Webhook): TypeText {
  if (mediaType === undefined) return plainType("undefined");
  if (!isJson(mediaType)) return plainType("string");
  return types.typeAt(["webhooks", name, method.toLowerCase(), "requestBody", "content", mediaType]) ?? plainType("unknown");
}

export function bodyType(types: PrintedTypes, { id }: Operation, { mediaType }: Body): TypeText {
  if (!(isJson(mediaType) || isForm(mediaType) || isMultipart(mediaType))) return rawBody;
  return types.typeAt(["operations", id, "requestBody", "content", mediaType]) ?? plainType("unknown");
}

/** The types that fetch sends unchanged and that exist in every runtime. */
const rawBody = plainType("string | Blob | ArrayBuffer | Uint8Array | URLSearchParams | FormData");

export function isExtendable(types: PrintedTypes, { schema }: Body): boolean {
  return schema?.kind === "reference" && types.typeAt(["components", "schemas", schema.key])?.isInterface === true;
}

export function resultType(types: PrintedTypes, { id }: Operation, { status, mediaType }: Result): TypeText {
  if (mediaType === undefined) return plainType("undefined");
  if (isText(mediaType)) return plainType("string");
  if (!isJson(mediaType)) return plainType("Blob");
  const typeOf = (key: string): TypeText | undefined => types.typeAt(["operations", id, "responses", key, "content", mediaType]);
  // A document may contain a range such as `2XX` in lower case.
  return typeOf(status) ?? typeOf(status.toLowerCase()) ?? plainType("unknown");
}

function plainType(text: string): TypeText {
  return { text, schemas: [] };
}
