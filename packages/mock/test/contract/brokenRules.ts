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
    ...inQuery.filter(({ isRequired }) => isRequired).map(({ name }) => ({ where: name, code: "required", parts: { query: "" } })),
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
  const { type, enum: values, maximum, minimum } = schema;
  if (type === "integer" || type === "boolean") {
    const bounds = brokenBounds({ maximum, minimum });
    return [{ code: "type", value: "x" }, ...bounds];
  }
  return values === undefined ? [] : [{ code: "enum", value: "UNKNOWN" }];
}

function brokenValues(node: unknown, value: unknown, where: string): (Broken & { readonly where: string })[] {
  const schema = at(node);
  // Alternatives are skipped, because a value can violate the rules of several alternatives at once.
  if ("oneOf" in schema || "allOf" in schema) return [];
  const here = brokenHere(schema, value).map((violation) => ({ ...violation, where }));
  if (Array.isArray(value)) {
    const ofItem = value.length === 0 ? [] : brokenValues(schema["items"], value[0], `${where}[0]`);
    return [...here, ...ofItem.map((violation) => ({ ...violation, value: value.with(0, violation.value) }))];
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
  const ofMembers = Object.entries(value).flatMap(([name, member]) =>
    properties[name] === undefined
      ? []
      : brokenValues(properties[name], member, inside(name)).map((violation) => ({
          ...violation,
          value: { ...value, [name]: violation.value },
        })),
  );
  return [...here, ...missing, ...ofMembers];
}

/** The real service may accept a request without the property. */
function isAcceptedWithout(property: unknown): boolean {
  return (at(property)["x-evidence"] as Node | undefined)?.["accepts"] === "absent";
}

function brokenHere(schema: Node, value: unknown): Broken[] {
  const { type, enum: values, const: only, maxItems, minItems, minLength, maxLength, pattern, format } = schema;
  const violations: Broken[] = [];
  if (typeof type === "string") violations.push({ code: "type", value: type === "object" || type === "array" ? "x" : {} });
  if (Array.isArray(value)) {
    if (typeof maxItems === "number") violations.push({ code: "maxItems", value: Array(maxItems + 1).fill(value[0]) });
    if (Number(minItems) > 0) violations.push({ code: "minItems", value: [] });
  }
  if (typeof value === "number") violations.push(...brokenBounds(schema));
  if (typeof value !== "string") return violations;
  if (values !== undefined) return [...violations, { code: "enum", value: "UNKNOWN" }];
  if (only !== undefined) return [...violations, { code: "const", value: "UNKNOWN" }];
  if (typeof pattern === "string") {
    const other = ["!", " ", "A-", "x"].find((text) => !new RegExp(pattern, "u").test(text));
    return other === undefined ? violations : [...violations, { code: "pattern", value: other }];
  }
  if (format !== undefined) return violations;
  if (Number(minLength) > 0) violations.push({ code: "minLength", value: "" });
  if (typeof maxLength === "number") violations.push({ code: "maxLength", value: "x".repeat(maxLength + 1) });
  return violations;
}

function brokenBounds({ maximum, minimum }: Node): Broken[] {
  return [
    ...(typeof maximum === "number" ? [{ code: "maximum", value: maximum + 1 }] : []),
    ...(typeof minimum === "number" ? [{ code: "minimum", value: minimum - 1 }] : []),
  ];
}
