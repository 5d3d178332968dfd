import { createQuerySerializer } from "openapi-fetch";
import type { QueryParameter } from "../operation.ts";

export function writeQuery(parameters: readonly QueryParameter[], values: Readonly<Record<string, unknown>>): string {
  const given = parameters.filter(({ name }) => Object.hasOwn(values, name));
  const written = given.map(({ name, explode = true }) => {
    const serialize = createQuerySerializer({ array: { style: "form", explode }, object: { style: "form", explode } });
    return serialize({ [name]: values[name] });
  });
  return written.filter((text) => text !== "").join("&");
}
