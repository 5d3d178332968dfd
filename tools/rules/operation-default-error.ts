import { asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { problem, show } from "./message.ts";
import { fileOf, titleOf } from "./operations.ts";
import type { Context, Location, Rule } from "./visitor.ts";

const errorBodies = ["ErrorBody", "OAuthErrorBody"];

/** Whatever goes wrong, the body is one of two that the client knows how to turn into an error. */
export const operationDefaultError: Rule = () => {
  let rootFile = "";
  const checkedResponses = new Set<unknown>();

  return {
    Root: {
      enter(_root, context) {
        rootFile = context.location.source.absoluteRef;
      },
    },
    Operation: {
      enter(node, context) {
        const operation = asObject(node);
        const responses = asObject(operation.responses);
        if (!("default" in responses)) {
          context.report(
            problem(context.location.child("responses").key(), {
              wrong: `${titleOf(operation, context)} does not say what any other failure looks like.`,
              expected: 'a response "default", for example $ref: ../shared/responses/Unexpected.yaml',
              found: `responses ${Object.keys(responses).join(", ") || "without a status"}`,
            }),
          );
        }
        for (const [status, response] of Object.entries(responses)) {
          if (!/^([45]|default$)/.test(status)) continue;
          const place = context.location.child(["responses", status]);
          const target = context.resolve(response);
          if (!isObject(response) || !isShared(response, target.location, rootFile)) {
            reportUnshared(operation, status, response, place, context);
            continue;
          }
          if (target.location === undefined || checkedResponses.has(target.node)) continue;
          checkedResponses.add(target.node);
          checkBody(asObject(target.node), target.location, context);
        }
      },
    },
  };
};

function isShared(response: JsonObject, target: Location | undefined, rootFile: string): boolean {
  if (typeof response.$ref !== "string") return false;
  // no-unresolved-refs has already complained.
  if (target === undefined) return true;
  const inBundle = target.source.absoluteRef === rootFile && target.pointer.startsWith("#/components/responses/");
  return inBundle || fileOf(target, rootFile).startsWith("shared/responses/");
}

function reportUnshared(operation: JsonObject, status: string, response: unknown, place: Location, context: Context): void {
  const reference = asObject(response).$ref;
  context.report(
    problem(place, {
      wrong: `${titleOf(operation, context)} answers ${status} with an error of its own.`,
      expected: "a $ref into shared/responses, for example $ref: ../shared/responses/ValidationError.yaml",
      found: typeof reference === "string" ? reference : "a response written in place",
    }),
  );
}

function checkBody(response: JsonObject, location: Location, context: Context): void {
  const mediaTypes = Object.entries(asObject(response.content));
  if (mediaTypes.length === 0) {
    context.report(
      problem(location, {
        wrong: "A shared error response has no body.",
        expected: `content with the schema ${errorBodies.join(" or ")}`,
        found: show(response.content),
      }),
    );
  }
  for (const [mediaType, value] of mediaTypes) {
    const schema = asObject(asObject(value).schema);
    const name =
      String(schema.$ref)
        .split("/")
        .at(-1)
        ?.replace(/\.yaml$/, "") ?? "";
    if (errorBodies.includes(name)) continue;
    context.report(
      problem(location.child(["content", mediaType, "schema"]), {
        wrong: "A shared error response has a body that the client cannot turn into an error.",
        expected: `a $ref to the schema ${errorBodies.join(" or ")}, for example $ref: ../schemas/ErrorBody.yaml`,
        found: typeof schema.$ref === "string" ? schema.$ref : "a schema written in place",
      }),
    );
  }
}
