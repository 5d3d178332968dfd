import { at, type DeclaredOperation, type Node } from "../document.ts";
import type { RequestParts } from "../exampleRequest.ts";

/** An example in which one value is replaced or removed, so that it violates one rule of a schema. */
export interface BrokenRule {
  readonly where: string;
  readonly code: string;
  readonly parts: RequestParts;
}

/** Returns one request for each rule of the operation's parameters and JSON body. */
export function brokenRules(op: DeclaredOperation): BrokenRule[] {
  const inPath = op.parameters.filter(({ place }) => place === "path");
  const inQuery = op.parameters.filter(({ place }) => place === "query");
  return [
    ...inPath.map(({ name }) => ({ where: name, code: "percentEncoding", parts: { path: { [name]: "%ff" } } })),
    ...inQuery.flatMap(({ name, schema }) =>
      brokenTexts(schema).map(({ code, value }) => ({ where: name, code, parts: { query: `${name}=${value}` } })),
    ),
    ...(op.mediaType === "application/json" ? brokenValues(op.body, op.requests[0]?.value, "") : []).map(({ where, code, value }) => ({
      where: where || "body",
      code,
      parts: { body: value },
    })),
  ];
}

interface Broken {
  readonly code: string;
  readonly value: unknown;
}

/** Lists are omitted, because other tests cover them. */
function brokenTexts(schema: Node): Broken[] {
  const { type, enum: known, maximum, minimum } = schema;
  if (type === "integer" || type === "boolean") {
    const bounds = brokenBounds({ maximum, minimum });
    return [{ code: "type", value: "x" }, ...bounds];
  }
  return known === undefined ? [] : [{ code: "enum", value: "UNKNOWN" }];
}

function brokenValues(node: unknown, value: unknown, where: string): (Broken & { readonly where: string })[] {
  const schema = at(node);
  // Alternatives are skipped, because a value can violate the rules of several alternatives at once.
  if ("oneOf" in schema || "anyOf" in schema || "allOf" in schema) return [];
  const here = brokenHere(schema, value).map((broken) => ({ ...broken, where }));
  if (Array.isArray(value)) {
    const ofItem = value.length === 0 ? [] : brokenValues(schema["items"], value[0], `${where}[0]`);
    return [...here, ...ofItem.map((broken) => ({ ...broken, value: value.with(0, broken.value) }))];
  }
  if (typeof value !== "object" || value === null) return here;
  const { properties = {}, required = [] } = schema as { properties?: Readonly<Record<string, unknown>>; required?: readonly string[] };
  const inside = (name: string): string => (where === "" ? name : `${where}.${name}`);
  const missing = required
    .filter((name) => name in value && !isAcceptedWithout(properties[name]))
    .map((name) => ({
      where: inside(name),
      code: "required",
      value: Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    }));
  const nested = Object.entries(value).flatMap(([name, member]) =>
    properties[name] === undefined
      ? []
      : brokenValues(properties[name], member, inside(name)).map((broken) => ({ ...broken, value: { ...value, [name]: broken.value } })),
  );
  return [...here, ...missing, ...nested];
}

/** The real service may accept a request without the property. */
function isAcceptedWithout(property: unknown): boolean {
  return (at(property)["x-evidence"] as Node | undefined)?.["accepts"] === "absent";
}

function brokenHere(schema: Node, value: unknown): Broken[] {
  const { type, enum: known, const: only, maxItems, minItems, minLength, maxLength, pattern, format } = schema;
  const broken: Broken[] = [];
  if (typeof type === "string") broken.push({ code: "type", value: type === "object" || type === "array" ? "x" : {} });
  if (Array.isArray(value)) {
    if (typeof maxItems === "number") broken.push({ code: "maxItems", value: Array(maxItems + 1).fill(value[0]) });
    if (Number(minItems) > 0) broken.push({ code: "minItems", value: [] });
  }
  if (typeof value === "number") broken.push(...brokenBounds(schema));
  if (typeof value !== "string") return broken;
  if (known !== undefined) return [...broken, { code: "enum", value: "UNKNOWN" }];
  if (only !== undefined) return [...broken, { code: "const", value: "UNKNOWN" }];
  if (typeof pattern === "string") {
    const other = ["!", " ", "A-", "x"].find((text) => !new RegExp(pattern, "u").test(text));
    return other === undefined ? broken : [...broken, { code: "pattern", value: other }];
  }
  if (format !== undefined) return broken;
  if (Number(minLength) > 0) broken.push({ code: "minLength", value: "" });
  if (typeof maxLength === "number") broken.push({ code: "maxLength", value: "x".repeat(maxLength + 1) });
  return broken;
}

function brokenBounds({ maximum, minimum }: Node): Broken[] {
  return [
    ...(typeof maximum === "number" ? [{ code: "maximum", value: maximum + 1 }] : []),
    ...(typeof minimum === "number" ? [{ code: "minimum", value: minimum - 1 }] : []),
  ];
}
