import { asList, asObject, hasKeys, isDay, isObject, isText } from "../openapi/json.ts";
import { type Extension, visitExtensions } from "./extensions.ts";
import { problem, show, showList } from "./message.ts";
import { parametersOf, titleOf } from "./operations.ts";
import { expectedPagination } from "./pagination.ts";
import type { Context, Rule } from "./visitor.ts";

interface Definition {
  /** The node types that may carry it; absent when all may. */
  readonly on?: readonly string[];
  /** What the value should have been; undefined when it is right. */
  readonly expected: (extension: Extension, context: Context) => string | undefined;
}

const retries = ["safe", "never", "on-rate-limit"];

/** The table of spec/README.md. */
const definitions: Readonly<Record<string, Definition>> = {
  "x-retry": { on: ["Operation"], expected: ({ value }) => unless(retries.includes(String(value)), `one of ${showList(retries)}`) },
  "x-pagination": {
    on: ["Operation"],
    expected: ({ value, owner }, context) => expectedPagination(value, queryParameters(owner, context)),
  },
  "x-batch": { on: ["Operation"], expected: expectedBatch },
  "x-idempotency-key": {
    on: ["Operation"],
    expected: ({ value }) => unless(isPointer(value), "a JSON pointer into the request body, for example /message/sendId"),
  },
  "x-sensitive": { on: ["Schema", "Parameter"], expected: ({ value }) => unless(value === true, "true, or no x-sensitive at all") },
  // deprecated-sunset looks at the value.
  "x-sunset": { on: ["Operation"], expected: () => undefined },
  // evidence-well-formed looks at the value.
  "x-evidence": { expected: () => undefined },
  "x-known-values": { on: ["Schema"], expected: expectedKnownValues },
  "x-sunset-interfaces": { on: ["Root"], expected: expectedSunsetInterfaces },
  "x-data": { on: ["Root"], expected: expectedData },
  // Read by the reference, which shows it instead of the name of the tag.
  "x-displayName": { on: ["Tag"], expected: ({ value }) => unless(isText(value), "a name, for example Meetings") },
  "x-content-hash": { on: ["Info"], expected: ({ value }) => unless(isText(value), "the hash that pnpm generate writes") },
};

/** An extension that is misspelt is an extension that does nothing, in silence. */
export const extensionsWellFormed: Rule = () => ({
  ...visitExtensions(checkExtension),
  Operation: {
    enter(node, context) {
      const operation = asObject(node);
      if ("x-retry" in operation) return;
      context.report(
        problem(context.location.key(), {
          wrong: `${titleOf(operation, context)} does not say whether the client may repeat it.`,
          expected: `x-retry with one of ${showList(retries)}`,
          found: "no x-retry",
        }),
      );
    },
  },
});

function checkExtension(extension: Extension, context: Context): void {
  const { name, ownerType, location, value } = extension;
  const key = context.location.child(name).key();
  const definition = definitions[name];
  if (definition === undefined) {
    const expected = `one of ${showList(Object.keys(definitions))}, or a new one in spec/README.md and in tools/rules`;
    context.report(problem(key, { wrong: "The extension is none of ours.", expected, found: name }));
    return;
  }
  if (definition.on !== undefined && !definition.on.includes(ownerType)) {
    const expected = `${name} on ${definition.on.join(" or ")}`;
    context.report(problem(key, { wrong: `${name} has no meaning here.`, expected, found: `${name} on ${ownerType}` }));
    return;
  }
  const expected = definition.expected(extension, context);
  if (expected === undefined) return;
  context.report(problem(location, { wrong: `${name} is not well-formed.`, expected, found: show(value) }));
}

function unless(right: boolean, expected: string): string | undefined {
  return right ? undefined : expected;
}

function queryParameters(operation: Extension["owner"], context: Context): readonly string[] {
  const inQuery = parametersOf(operation, context).filter((parameter) => parameter.in === "query");
  return inQuery.map(({ name }) => String(name));
}

function expectedBatch({ value }: Extension): string | undefined {
  const example = "{inputs: /inputs, results: /results}";
  if (!isObject(value) || !hasKeys(value, ["inputs"], ["results", "match"])) {
    return `${example}, or inputs alone when the answer has no results`;
  }
  const right = (value.inputs === "" || isStep(value.inputs)) && (!("results" in value) || isStep(value.results));
  if (!right) return `JSON pointers of one step, for example ${example}, or inputs: "" when the body is the list`;
  return unless(!("match" in value) || ("results" in value && isMatch(value.match)), matchExpectation);
}

const matchExpectation =
  "beside results, match: {input: [/id], result: [/id]} with as many pointers in both lists, and where they apply errors: /context/ids, " +
  "variant: /type and property: {name: /idProperty, values: /properties}";

function isMatch(value: unknown): boolean {
  if (!isObject(value) || !hasKeys(value, ["input", "result"], ["errors", "variant", "property"])) return false;
  const { input, result, errors, variant, property } = value;
  const [inputs, results] = [asList(input), asList(result)];
  return (
    inputs.length > 0 &&
    inputs.length === results.length &&
    [...inputs, ...results].every(isPointer) &&
    [errors, variant].every((pointer) => pointer === undefined || isPointer(pointer)) &&
    (property === undefined || (isObject(property) && hasKeys(property, ["name", "values"]) && Object.values(property).every(isPointer)))
  );
}

function isPointer(value: unknown): boolean {
  return typeof value === "string" && /^(\/([^/~]|~[01])+)+$/.test(value);
}

function isStep(value: unknown): boolean {
  return isPointer(value) && String(value).lastIndexOf("/") === 0;
}

function expectedKnownValues({ value, owner }: Extension): string | undefined {
  const values = asList(value);
  if (values.length === 0 || !values.every(isText) || new Set(values).size < values.length) {
    return "a list of strings, each of them once, for example [CRM_UI, INTEGRATION]";
  }
  const types = typeof owner.type === "string" ? [owner.type] : asList(owner.type);
  if (!types.includes("string") || !types.every((type) => type === "string" || type === "null")) {
    return `type: string beside it, instead of ${show(owner.type)}`;
  }
  // A closed set needs no list of examples, and an open one has no enum.
  return unless(!("enum" in owner), "either enum, when the set is closed, or x-known-values, when it may grow");
}

function expectedData({ value }: Extension, context: Context): string | undefined {
  const entries = Object.values(asObject(value)).map((entry) => context.resolve(entry).node);
  const right = entries.every(
    (entry) => isObject(entry) && hasKeys(entry, ["description", "value"], ["x-evidence"]) && isText(entry.description),
  );
  return unless(entries.length > 0 && right, "a map of name to {description: Every object type., value: [contacts, companies]}");
}

function expectedSunsetInterfaces({ value }: Extension): string | undefined {
  const entries = asList(value);
  return unless(
    entries.length > 0 && entries.every(isSunsetInterface),
    'a list of {name: Contacts v1, date: "2026-03-31", replacement: Contacts v3, pathPrefixes: [/contacts/v1]}, where replacement may be null',
  );
}

function isSunsetInterface(value: unknown): boolean {
  if (!isObject(value) || !hasKeys(value, ["name", "date", "replacement", "pathPrefixes"], ["x-evidence"])) return false;
  const prefixes = asList(value.pathPrefixes);
  return (
    isText(value.name) &&
    isDay(value.date) &&
    (value.replacement === null || isText(value.replacement)) &&
    prefixes.length > 0 &&
    prefixes.every((prefix) => isText(prefix) && prefix.startsWith("/"))
  );
}
