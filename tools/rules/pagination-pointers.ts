import { asList, asObject, isText, type JsonObject } from "./json.ts";
import { problem } from "./message.ts";
import { titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

/** A schema, and the file that its references are relative to. */
interface Placed {
  readonly schema: unknown;
  readonly file: string;
}

/** Where the pointers of a style begin: at keywords and names, from the schema of a body on. */
interface Start {
  readonly body: "request" | "answer";
  readonly path: (pagination: JsonObject) => readonly Step[];
}

type Step = { readonly property: string } | "items";

const answer: Start = { body: "answer", path: () => [] };
const chunk: Start = { body: "answer", path: () => ["items"] };
const result: Start = { body: "answer", path: ({ results }) => [...stepsOf(results), "items"] };

/** spec/README.md: a chunk is an item of the answer; of the style `input`, an item of the inputs or of the results counts. */
const starts: Readonly<Record<string, Readonly<Record<string, Start>>>> = {
  offset: { items: answer, total: answer },
  chunks: { items: chunk, more: chunk, next: chunk },
  input: {
    inputs: { body: "request", path: () => [] },
    cursor: { body: "request", path: ({ inputs }) => [...stepsOf(inputs), "items"] },
    results: answer,
    items: result,
    next: result,
  },
};

/** A pointer that leads nowhere ends the walk after the first page, in silence. */
export const paginationPointers: Rule = () => ({
  Operation: {
    enter(node, context) {
      const operation = asObject(node);
      const pagination = asObject(context.resolve(operation["x-pagination"]).node);
      for (const [key, start] of Object.entries(starts[String(pagination.style)] ?? {})) {
        const pointer = pagination[key];
        // Of another shape, extensions-well-formed has already complained.
        if (!isText(pointer) || !pointer.startsWith("/")) continue;
        const path = [...start.path(pagination), ...stepsOf(pointer)];
        for (const { title, schema } of bodiesOf(operation, start.body, context)) {
          if (path.reduce((found, step) => found.flatMap((one) => follow(one, step, context)), [schema]).length > 0) continue;
          context.report(
            problem(context.location.child(["x-pagination", key]), {
              wrong: `${titleOf(operation, context)} pages by something that its ${title} does not have.`,
              expected: "a JSON pointer to a property, for example /results",
              found: `${key}: ${pointer}`,
            }),
          );
        }
      }
    },
  },
});

function stepsOf(pointer: unknown): readonly Step[] {
  const names = String(pointer).split("/").slice(1);
  return names.map((name) => ({ property: name.replaceAll("~1", "/").replaceAll("~0", "~") }));
}

/** The schemas of the request body, or of every success, which all have to have the property. */
function bodiesOf(operation: JsonObject, body: Start["body"], context: Context): readonly { title: string; schema: Placed }[] {
  const successes = Object.entries(asObject(operation.responses)).filter(([status]) => status.startsWith("2"));
  const owners =
    body === "request"
      ? [{ title: "request", owner: operation.requestBody }]
      : successes.map(([status, owner]) => ({ title: `answer ${status}`, owner }));
  return owners.flatMap(({ title, owner }) => {
    const file = context.location.source.absoluteRef;
    const target = open({ schema: owner, file }, context);
    return Object.values(asObject(target.node.content)).map((mediaType) => ({
      title,
      schema: { schema: asObject(mediaType).schema, file: target.file },
    }));
  });
}

/** Every schema that one step leads to, through whatever the schema is composed of. */
function follow(placed: Placed, step: Step, context: Context, visited = new Set<unknown>()): readonly Placed[] {
  const { node, file } = open(placed, context);
  if (visited.has(node)) return [];
  visited.add(node);
  const next = step === "items" ? node.items : asObject(node.properties)[step.property];
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => asList(node[keyword]));
  return [
    ...(next === undefined ? [] : [{ schema: next, file }]),
    ...parts.flatMap((part) => follow({ schema: part, file }, step, context, visited)),
  ];
}

function open({ schema, file }: Placed, context: Context): { node: JsonObject; file: string } {
  const { node, location } = context.resolve(schema, file);
  const isReference = typeof asObject(schema).$ref === "string";
  return { node: asObject(node), file: isReference ? (location?.source.absoluteRef ?? file) : file };
}
