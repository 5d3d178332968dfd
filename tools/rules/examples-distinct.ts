import { isDeepStrictEqual } from "node:util";
import { asObject, type JsonObject } from "../openapi/json.ts";
import { exampleNames, responsesOf } from "./examples.ts";
import { problem } from "./message.ts";
import { parametersOf, titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

/** The mock knows a request example by its content, so of two that are equal it can never answer the second. */
export const examplesDistinct: Rule = () => ({
  Operation: {
    enter(node, context) {
      const operation = asObject(node);
      const requests = requestsOf(operation, context);
      for (const [index, { name, content }] of requests.entries()) {
        const earlier = requests.slice(0, index).find((request) => isDeepStrictEqual(request.content, content));
        if (earlier === undefined) continue;
        context.report(
          problem(context.location.key(), {
            wrong: `${titleOf(operation, context)} has two examples of the same request.`,
            expected: "requests that differ in the body or in a parameter",
            found: `the same content under ${earlier.name} and ${name}`,
          }),
        );
      }
    },
  },
});

interface Request {
  readonly name: string;
  readonly content: unknown;
}

/** Every request that the examples make: the body of that name, and of each parameter that example or else its first. */
function requestsOf(operation: JsonObject, context: Context): readonly Request[] {
  const body = asObject(context.resolve(operation.requestBody).node);
  const parameters = parametersOf(operation, context).map(({ examples }) => asObject(examples));
  const answered = responsesOf(operation, context).flatMap(({ examples }) => examples);
  // A shared parameter has examples of other operations too; those have no answer here.
  const ofParameters = new Set(parameters.flatMap((examples) => Object.keys(examples)).filter((name) => answered.includes(name)));
  const names = operation.requestBody === undefined ? [...ofParameters] : exampleNames(body);
  return names.map((name) => ({
    name,
    content: [
      ...Object.values(asObject(body.content)).map((mediaType) => exampleValue(asObject(asObject(mediaType).examples)[name], context)),
      // In a path or a query everything is text.
      ...parameters.map((examples) => String(exampleValue(examples[name] ?? Object.values(examples)[0], context))),
    ],
  }));
}

function exampleValue(example: unknown, context: Context): unknown {
  return asObject(context.resolve(example).node).value;
}
