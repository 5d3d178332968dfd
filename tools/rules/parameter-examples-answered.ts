import { asObject, type JsonObject } from "../openapi/json.ts";
import { report, show, showList } from "./message.ts";
import { exampleNames, isSuccess, parametersOf, responsesOf, titleOf } from "./operations.ts";
import type { Context, Location, Rule } from "./visitor.ts";

interface Use {
  readonly titles: string[];
  readonly names: Set<string>;
  /** Whether an operation that uses the parameter has a successful response without a body. */
  allowsAny: boolean;
}

/** The mock would silently ignore a misspelled name and respond with another example. */
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
          const use = uses.get(parameter) ?? { titles: [], names: new Set(), allowsAny: false };
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
  // If there is a request body, only its examples can be paired with a response without a body; parameter examples cannot.
  if (operation.requestBody === undefined && responses.some((response) => isSuccess(response) && !response.hasBody)) use.allowsAny = true;
}

function check(parameter: JsonObject, location: Location, use: Use | undefined, context: Context): void {
  if (use === undefined || use.allowsAny) return;
  for (const name of Object.keys(asObject(parameter.examples)).filter((name) => !use.names.has(name))) {
    report(context, location.child(["examples", name]).key(), {
      wrong: `The parameter ${show(parameter.name)} has an example "${name}" without a response.`,
      expected: `the name of an example of the body or of a response of ${showList(use.titles)}: ${showList([...use.names])}`,
      found: name,
    });
  }
}
