import { asList, asObject, isObject, isText, type JsonObject } from "../openapi/json.ts";
import { pointerKeys } from "../openapi/pointer.ts";
import { problem, showList } from "./message.ts";
import { parametersOf, titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

/** A schema, and the file that its references are relative to. */
interface Placed {
  readonly schema: unknown;
  readonly file: string;
}

/** Where a pointer begins: at keywords and names, from the schema of a body on. */
interface Start {
  readonly body: "request" | "answer";
  readonly path: (extension: JsonObject) => readonly Step[];
  /** Whether it has to lead to a list. */
  readonly list?: boolean;
  /** Whether one of the bodies is enough: only some answers have errors. */
  readonly some?: boolean;
}

type Step = { readonly property: string } | "items";

type Starts = Readonly<Record<string, Start>>;

const request: Start = { body: "request", path: () => [] };
const answer: Start = { body: "answer", path: () => [] };
const chunk: Start = { body: "answer", path: () => ["items"] };
const input: Start = { body: "request", path: ({ inputs }) => [...stepsOf(inputs), "items"] };
const result: Start = { body: "answer", path: ({ results }) => [...stepsOf(results), "items"] };

/** spec/README.md: a chunk is an item of the answer; of the style `input`, an item of the inputs or of the results counts. */
const pages: Readonly<Record<string, Starts>> = {
  offset: { items: answer, total: answer },
  chunks: { items: chunk, more: chunk, next: chunk },
  input: { inputs: request, id: input, cursor: input, results: answer, of: result, items: result, next: result },
};

const batch: Starts = { inputs: { ...request, list: true }, results: { ...answer, list: true } };

/** The pointers of `match`, whose owner here is the whole `x-batch`. */
const failure: Start = { body: "answer", path: () => [{ property: "errors" }, "items"], list: true, some: true };

/** A pointer that leads nowhere does nothing, in silence: a walk ends after the first page, a repeat is not told from a new request. */
export const extensionPointers: Rule = () => ({
  Operation: {
    enter(node, context) {
      const operation = asObject(node);
      const read = (name: string): unknown => context.resolve(operation[name]).node;
      const pagination = asObject(read("x-pagination"));
      checkEach("x-pagination", pagination, pages[String(pagination.style)] ?? {}, operation, context);
      checkParameters(pagination, operation, context);
      const batchValue = asObject(read("x-batch"));
      checkEach("x-batch", batchValue, batch, operation, context);
      checkMatch(batchValue, operation, context);
      check({ extension: "x-idempotency-key", pointer: read("x-idempotency-key"), start: request, from: [] }, operation, context);
    },
  },
});

/** The members of `x-pagination` that are no pointers name query parameters. */
function checkParameters(pagination: JsonObject, operation: JsonObject, context: Context): void {
  const inQuery = parametersOf(operation, context).filter((parameter) => parameter.in === "query");
  const names = inQuery.map(({ name }) => String(name));
  for (const [key, value] of Object.entries(pagination)) {
    if (key === "style" || !isText(value) || value.startsWith("/") || names.includes(value)) continue;
    context.report(
      problem(context.location.child(["x-pagination", key]), {
        wrong: `x-pagination of ${titleOf(operation, context)} names a query parameter that the operation does not have.`,
        expected: `one of its query parameters: ${showList(names)}`,
        found: `${key}: ${value}`,
      }),
    );
  }
}

function checkEach(extension: string, value: JsonObject, starts: Starts, operation: JsonObject, context: Context): void {
  for (const [key, start] of Object.entries(starts)) {
    check({ extension, key, pointer: value[key], start, from: start.path(value) }, operation, context);
  }
}

/** The pointers of `match` in `x-batch`, each by where it begins. */
function checkMatch(batchValue: JsonObject, operation: JsonObject, context: Context): void {
  const { input: inputs, result: results, errors, variant, property } = asObject(batchValue.match);
  const { name, values } = asObject(property);
  const starts: readonly (readonly [string, unknown, Start])[] = [
    ...asList(inputs).map((pointer) => ["match/input", pointer, input] as const),
    ...asList(results).map((pointer) => ["match/result", pointer, result] as const),
    ["match/errors", errors, failure],
    ["match/variant", variant, input],
    ["match/variant", variant, result],
    ["match/property/name", name, request],
    ["match/property/values", values, result],
  ];
  for (const [key, pointer, start] of starts) {
    check({ extension: "x-batch", key, pointer, start, from: start.path(batchValue) }, operation, context);
  }
}

interface Pointer {
  readonly extension: string;
  /** Names from the extension to the pointer, with slashes between them; absent when the extension is the pointer. */
  readonly key?: string;
  readonly pointer: unknown;
  readonly start: Start;
  readonly from: readonly Step[];
}

function check({ extension, key, pointer, start, from }: Pointer, operation: JsonObject, context: Context): void {
  const isBody = pointer === "" && start.list === true;
  // Of another shape, extensions-well-formed has already complained.
  if (!isBody && !(isText(pointer) && pointer.startsWith("/"))) return;
  const title = `${extension} of ${titleOf(operation, context)}`;
  const path = [...from, ...stepsOf(pointer)];
  const bodies = bodiesOf(operation, start.body, context).map(({ owner, schema }) => {
    const leadsTo = (isRight: (placed: Placed) => boolean): boolean => schema.some((one) => leads(one, path, isRight, context));
    const isFound = leadsTo(() => true);
    return { owner, isFound, isRight: isFound && (start.list !== true || leadsTo((one) => isList(one, context))) };
  });
  if (start.some && bodies.some(({ isRight }) => isRight)) return;
  for (const { owner, isFound, isRight } of bodies) {
    if (isRight) continue;
    context.report(
      problem(context.location.child(key === undefined ? [extension] : [extension, ...key.split("/")]), {
        wrong: `${title} leads to something that ${isFound ? `is no list in its ${owner}` : `its ${owner} does not have`}.`,
        expected: `a JSON pointer to a ${start.list === true ? "list" : "property"}, for example /results`,
        found: `${key ?? extension}: ${isBody ? '""' : pointer}`,
      }),
    );
  }
}

function stepsOf(pointer: unknown): readonly Step[] {
  return pointerKeys(String(pointer)).map((property) => ({ property }));
}

/** The schemas of the request body, or of every success that has one; without any body, one that has no schema. */
function bodiesOf(operation: JsonObject, body: Start["body"], context: Context): readonly { owner: string; schema: readonly Placed[] }[] {
  const successes = Object.entries(asObject(operation.responses)).filter(([status]) => status.startsWith("2"));
  const owners: (readonly [string, unknown])[] =
    body === "request" ? [["request", operation.requestBody]] : successes.map(([status, success]) => [`answer ${status}`, success]);
  const bodies = owners.flatMap(([owner, withContent]) => {
    const target = open({ schema: withContent, file: context.location.source.absoluteRef }, context);
    const mediaTypes = Object.values(asObject(target.node.content));
    return mediaTypes.map((mediaType) => ({ owner, schema: [{ schema: asObject(mediaType).schema, file: target.file }] }));
  });
  return bodies.length > 0 ? bodies : [{ owner: body, schema: [] }];
}

/** Whether a path leads to something that is right, whichever alternative of the schema a value follows. */
function leads(placed: Placed, path: readonly Step[], isRight: (placed: Placed) => boolean, context: Context): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return isRight(placed);
  return holds(placed, context, (node, file) => {
    // A name that is not among the properties may be any of the others.
    const others = isObject(node.additionalProperties) ? node.additionalProperties : undefined;
    const next = step === "items" ? node.items : (asObject(node.properties)[step.property] ?? others);
    return next !== undefined && leads({ schema: next, file }, rest, isRight, context);
  });
}

function isList(placed: Placed, context: Context): boolean {
  return holds(placed, context, ({ type }) => type === "array" || asList(type).includes("array"));
}

type Test = (node: JsonObject, file: string) => boolean;

/** Of an `allOf` one part has to pass, of a `oneOf` or an `anyOf` all that are not null. */
function holds(placed: Placed, context: Context, test: Test, entered: readonly unknown[] = []): boolean {
  const { node, file } = open(placed, context);
  if (entered.includes(node)) return false;
  const inner = (schema: unknown): boolean => holds({ schema, file }, context, test, [...entered, node]);
  const isNull = (schema: unknown): boolean => open({ schema, file }, context).node.type === "null";
  const alternatives = [node.oneOf, node.anyOf].map((parts) => asList(parts).filter((part) => !isNull(part)));
  return test(node, file) || asList(node.allOf).some(inner) || alternatives.some((parts) => parts.length > 0 && parts.every(inner));
}

function open({ schema, file }: Placed, context: Context): { node: JsonObject; file: string } {
  const { node, location } = context.resolve(schema, file);
  const isReference = typeof asObject(schema).$ref === "string";
  return { node: asObject(node), file: isReference ? (location?.source.absoluteRef ?? file) : file };
}
