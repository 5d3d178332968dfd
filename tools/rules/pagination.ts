import { asObject, hasKeys, type JsonObject } from "../openapi/json.ts";

interface Shape {
  /** Keys whose value names a query parameter. */
  readonly parameters: readonly string[];
  /** Keys whose value is a JSON pointer into a body. */
  readonly pointers: readonly string[];
  readonly example: string;
}

/** The three shapes of spec/README.md, by their `style`. */
const shapes: Readonly<Record<string, Shape>> = {
  offset: {
    parameters: ["limit", "offset"],
    pointers: ["items", "total"],
    example: "{style: offset, limit: limit, offset: offset, items: /objects, total: /total}",
  },
  chunks: {
    parameters: ["limit", "cursor"],
    pointers: ["items", "more", "next"],
    example: "{style: chunks, limit: limit, cursor: offset, items: /results, more: /hasMore, next: /offset}",
  },
  input: {
    parameters: [],
    pointers: ["inputs", "id", "cursor", "results", "of", "items", "next"],
    example:
      "{style: input, inputs: /inputs, id: /id, cursor: /after, results: /results, of: /from/id, items: /to, next: /paging/next/after}",
  },
};

/** Of the style `input`: the client puts them into a request or a result itself. */
const steps = ["inputs", "cursor", "items"];

/** What an `x-pagination` should have been; undefined when it is well-formed. */
export function expectedPagination(value: unknown, queryParameters: readonly string[]): string | undefined {
  const pagination = asObject(value);
  const shape = shapes[String(pagination.style)];
  if (shape === undefined) return `a style of ${Object.keys(shapes).join(", ")}, for example ${shapes.offset?.example}`;
  if (!hasKeys(pagination, ["style", ...shape.parameters, ...shape.pointers])) return shape.example;
  if (!shape.pointers.every((key) => String(pagination[key]).startsWith("/"))) {
    return `JSON pointers under ${shape.pointers.join(", ")}, for example ${shape.example}`;
  }
  if (pagination.style === "input" && !steps.every((key) => String(pagination[key]).lastIndexOf("/") === 0)) {
    return `pointers of one step under ${steps.join(", ")}, for example ${shape.example}`;
  }
  if (!namesParameters(pagination, shape, queryParameters)) {
    return `query parameters of the operation (${queryParameters.join(", ") || "it has none"}) under ${shape.parameters.join(", ")}`;
  }
  return undefined;
}

function namesParameters(pagination: JsonObject, shape: Shape, queryParameters: readonly string[]): boolean {
  return shape.parameters.every((key) => queryParameters.includes(String(pagination[key])));
}
