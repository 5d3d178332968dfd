import { isDeepStrictEqual } from "node:util";
import { asObject, type JsonObject } from "../openapi/json.ts";
import { report } from "./message.ts";
import { exampleNames, parametersOf, responsesOf, titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

/** The mock matches requests to examples by content, so it would never use the second of two equal examples. */
export const examplesDistinct: Rule = () => ({
  Operation: {
    enter(node, context) {
      const operation = asObject(node);
      const requests = requestsOf(operation, context);
      for (const [index, { name, content }] of requests.entries()) {
        const earlier = requests.slice(0, index).find((request) => isDeepStrictEqual(request.content, content));
        if (earlier === undefined) continue;
        report(context, context.location.key(), {
          wrong: `${titleOf(operation, context)} has two examples of the same request.`,
          expected: "requests that differ in the body or in a parameter",
          found: `the same content in the examples ${earlier.name} and ${name}`,
        });
      }
    },
  },
});

interface Request {
  readonly name: string;
  readonly content: unknown;
}

/** A request consists of a body and, for each parameter, its example with the same name, or its first example. */
function requestsOf(operation: JsonObject, context: Context): readonly Request[] {
  const body = asObject(context.resolve(operation.requestBody).node);
  const parameters = parametersOf(operation, context).map(({ examples }) => asObject(examples));
  const responseExamples = responsesOf(operation, context).flatMap(({ examples }) => examples);
  // Shared parameters can contain examples for other operations, whose names do not occur in this operation's response examples.
  const ofParameters = new Set(parameters.flatMap((examples) => Object.keys(examples)).filter((name) => responseExamples.includes(name)));
  const names = operation.requestBody === undefined ? [...ofParameters] : exampleNames(body);
  return names.map((name) => ({
    name,
    content: [
      ...Object.values(asObject(body.content)).map((mediaType) => exampleValue(asObject(asObject(mediaType).examples)[name], context)),
      // A path or a query contains only text.
      ...parameters.map((examples) => String(exampleValue(examples[name] ?? Object.values(examples)[0], context))),
    ],
  }));
}

function exampleValue(example: unknown, context: Context): unknown {
  return asObject(context.resolve(example).node).value;
}
