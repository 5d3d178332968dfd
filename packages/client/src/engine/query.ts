import { createQuerySerializer } from "openapi-fetch";
import type { QueryParameter } from "./operation.ts";

/** Writes each parameter in its own style. */
export function writeQuery(parameters: readonly QueryParameter[], values: Readonly<Record<string, unknown>>): string {
  const given = parameters.filter(({ name }) => Object.hasOwn(values, name));
  const written = given.map(({ name, style = "form", explode = style === "form" }) => {
    const serialize = createQuerySerializer({ array: { style: style as "form", explode }, object: { style: style as "form", explode } });
    return serialize({ [name]: values[name] });
  });
  return written.filter((text) => text !== "").join("&");
}
