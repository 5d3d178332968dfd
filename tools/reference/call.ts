import { escapePointer } from "../openapi/pointer.ts";
import { type Facts, lookUp, type OperationFacts } from "./facts.ts";

/**
 * Returns how the client calls an operation: an argument for each path parameter, then the query and the body.
 * @returns for example `client.meetings.batchRead({ … })` or `client.tickets.archive(ticketId)`
 */
export function callOf({ document }: Facts, { area, name, method, path }: OperationFacts): string {
  const pathParameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter = ""]) => parameter);
  const operation = `#/paths/${escapePointer(path)}/${method.toLowerCase()}`;
  return `client.${area}.${name}(${[...pathParameters, ...parameters()].join(", ")})`;

  /** The client takes the query and the members of the body in one object, unless the body is an array. */
  function parameters(): string[] {
    const { parameters = [], requestBody } = lookUp(document, operation);
    if (requestBody !== undefined) return [hasArrayBody() ? "[ … ]" : "{ … }"];
    const places = (parameters as unknown[]).map((_, index) => lookUp(document, `${operation}/parameters/${index}`)["in"]);
    return places.includes("query") ? ["{ … }"] : [];
  }

  function hasArrayBody(): boolean {
    const [mediaType = ""] = Object.keys(lookUp(document, `${operation}/requestBody/content`));
    return lookUp(document, `${operation}/requestBody/content/${escapePointer(mediaType)}/schema`)["type"] === "array";
  }
}
