import { asObject, type JsonObject } from "../openapi/json.ts";
import { exampleNames, isSuccess, responsesOf } from "./examples.ts";
import { problem, showList } from "./message.ts";
import { parametersOf, titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

/**
 * Examples are the samples of the reference, the data of the mock and the fixtures of the tests: they come in pairs. Assertions in
 * redocly.yaml ask that there are any, with a name, a summary and a value.
 */
export const examplesPaired: Rule = () => ({
  Operation: { enter: (node, context) => checkPairs(asObject(node), context) },
});

function checkPairs(operation: JsonObject, context: Context): void {
  const successes = responsesOf(operation, context).filter(isSuccess);
  const answered = successes.flatMap(({ examples }) => examples);
  const body = asObject(context.resolve(operation.requestBody).node);
  const bodyExamples = exampleNames(body);
  const parameterExamples = parametersOf(operation, context).flatMap(({ examples }) => Object.keys(asObject(examples)));
  const title = titleOf(operation, context);

  // A success without a body answers every request.
  if (successes.every(({ hasBody }) => hasBody)) {
    for (const name of bodyExamples.filter((name) => !answered.includes(name))) {
      context.report(
        problem(context.location.child("requestBody"), {
          wrong: `${title} has a request example "${name}" that no success answers.`,
          expected: `an example "${name}" on one of the 2xx responses`,
          found: showList([...new Set(answered)]),
        }),
      );
    }
  }

  // Parameters without an example of a name fall back to their first; a body that must be sent has nothing to fall back to.
  const asked = body.required === true ? bodyExamples : [...bodyExamples, ...parameterExamples];
  if (asked.length === 0) return;
  for (const { status, examples } of successes) {
    for (const name of examples.filter((name) => !asked.includes(name))) {
      context.report(
        problem(context.location.child(["responses", status]), {
          wrong: `${title} has an example "${name}" of the answer ${status} that no request asks for.`,
          expected: `an example "${name}" on ${body.required === true ? "the request body" : "a parameter or the request body"}`,
          found: showList([...new Set(asked)]),
        }),
      );
    }
  }

  for (const name of new Set(answered.filter((name, index) => answered.indexOf(name) !== index))) {
    const statuses = successes.filter(({ examples }) => examples.includes(name)).map(({ status }) => status);
    context.report(
      problem(context.location.child("responses"), {
        wrong: `${title} answers the example "${name}" in more than one way.`,
        expected: `an example "${name}" on one of the 2xx responses`,
        found: statuses.join(" and "),
      }),
    );
  }
}
