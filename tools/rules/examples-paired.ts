import { asObject, type JsonObject } from "../openapi/json.ts";
import { report, showList } from "./message.ts";
import { exampleNames, isSuccess, parametersOf, responsesOf, titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

/** Request examples and examples of successful responses form pairs. Assertions in redocly.yaml require that examples exist. */
export const examplesPaired: Rule = () => ({
  Operation: { enter: (node, context) => checkPairs(asObject(node), context) },
});

function checkPairs(operation: JsonObject, context: Context): void {
  const successes = responsesOf(operation, context).filter(isSuccess);
  const responseExamples = successes.flatMap(({ examples }) => examples);
  const body = asObject(context.resolve(operation.requestBody).node);
  const bodyExamples = exampleNames(body);
  const parameterExamples = parametersOf(operation, context).flatMap(({ examples }) => Object.keys(asObject(examples)));
  const title = titleOf(operation, context);

  // A successful response without a body pairs with every request example.
  if (successes.every(({ hasBody }) => hasBody)) {
    for (const name of bodyExamples.filter((name) => !responseExamples.includes(name))) {
      report(context, context.location.child("requestBody"), {
        wrong: `${title} has a request example "${name}" without a matching successful response.`,
        expected: `an example "${name}" on one of the 2xx responses`,
        found: showList([...new Set(responseExamples)]),
      });
    }
  }

  // A response example needs a request example with the same name, in the body if the body is required.
  const requestExamples = body.required === true ? bodyExamples : [...bodyExamples, ...parameterExamples];
  if (requestExamples.length === 0) return;
  for (const { status, examples } of successes) {
    for (const name of examples.filter((name) => !requestExamples.includes(name))) {
      report(context, context.location.child(["responses", status]), {
        wrong: `${title} has an example "${name}" of the response ${status} without a matching request example.`,
        expected: `an example "${name}" on ${body.required === true ? "the request body" : "a parameter or the request body"}`,
        found: showList([...new Set(requestExamples)]),
      });
    }
  }

  for (const name of new Set(responseExamples.filter((name, index) => responseExamples.indexOf(name) !== index))) {
    const statuses = successes.filter(({ examples }) => examples.includes(name)).map(({ status }) => status);
    report(context, context.location.child("responses"), {
      wrong: `${title} has the example "${name}" on more than one successful response.`,
      expected: `an example "${name}" on one of the 2xx responses`,
      found: statuses.join(" and "),
    });
  }
}
