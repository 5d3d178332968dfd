import { asObject, type JsonObject } from "../openapi/json.ts";
import { exampleNames, isSuccess, responsesOf } from "./examples.ts";
import { problem, show, showList } from "./message.ts";
import { parametersOf, titleOf } from "./operations.ts";
import type { Context, Location, Rule } from "./visitor.ts";

/** What the operations that take a parameter have examples of. */
interface Use {
  readonly titles: string[];
  readonly names: Set<string>;
  /** Whether one of them answers any request, as its success has no body. */
  answersAny: boolean;
}

/** A misspelt name pairs with nothing: the mock would answer that request with another example, in silence. */
export const parameterExamplesAnswered: Rule = () => {
  const places = new Map<JsonObject, Location>();
  const uses = new Map<JsonObject, Use>();

  return {
    Parameter: {
      enter(node, context) {
        const parameter = asObject(node);
        if (!places.has(parameter)) places.set(parameter, context.location);
      },
    },
    Operation: {
      enter(node, context) {
        const operation = asObject(node);
        for (const parameter of parametersOf(operation, context)) {
          const use = uses.get(parameter) ?? { titles: [], names: new Set(), answersAny: false };
          uses.set(parameter, use);
          addUse(use, operation, context);
        }
      },
    },
    Root: {
      leave(_root, context) {
        for (const [parameter, location] of places) check(parameter, location, uses.get(parameter), context);
      },
    },
  };
};

function addUse(use: Use, operation: JsonObject, context: Context): void {
  const body = asObject(context.resolve(operation.requestBody).node);
  const responses = responsesOf(operation, context);
  use.titles.push(titleOf(operation, context));
  for (const name of [...exampleNames(body), ...responses.flatMap(({ examples }) => examples)]) use.names.add(name);
  // With a body it is the examples of the body that pair with such a success.
  if (operation.requestBody === undefined && responses.some((response) => isSuccess(response) && !response.hasBody)) use.answersAny = true;
}

function check(parameter: JsonObject, location: Location, use: Use | undefined, context: Context): void {
  if (use === undefined || use.answersAny) return;
  for (const name of Object.keys(asObject(parameter.examples)).filter((name) => !use.names.has(name))) {
    context.report(
      problem(location.child(["examples", name]).key(), {
        wrong: `The parameter ${show(parameter.name)} has an example "${name}" that nothing answers.`,
        expected: `the name of an example of the body or of a response of ${showList(use.titles)}`,
        found: `${name}, which is none of ${showList([...use.names])}`,
      }),
    );
  }
}
