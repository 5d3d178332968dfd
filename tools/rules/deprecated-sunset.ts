import { asObject, hasKeys, isDay, isObject, isText, type JsonObject } from "../openapi/json.ts";
import { problem, show } from "./message.ts";
import { titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

const wellFormed = '{date: "2027-03-31", replacement: Use associations.batchCreate.}, each of them null when none is announced';

/** Who is told that something ends is told when, and what to use instead. */
export const deprecatedSunset: Rule = () => ({
  Operation: {
    enter(node, context) {
      const operation = asObject(node);
      const deprecated = operation.deprecated === true;
      const sunset = context.resolve(operation["x-sunset"]).node;
      if (deprecated && sunset === undefined) {
        return context.report(
          problem(context.location.child("deprecated"), {
            wrong: `${titleOf(operation, context)} is deprecated without a way out.`,
            expected: `x-sunset: ${wellFormed}`,
            found: "deprecated: true and no x-sunset",
          }),
        );
      }
      if (sunset === undefined) return;
      if (!deprecated) {
        context.report(
          problem(context.location.child("x-sunset").key(), {
            wrong: `${titleOf(operation, context)} has a sunset and is not deprecated.`,
            expected: "deprecated: true beside x-sunset",
            found: `x-sunset with deprecated ${operation.deprecated === undefined ? "left out" : show(operation.deprecated)}`,
          }),
        );
      }
      checkSunset(operation, sunset, context);
    },
  },
});

function checkSunset(operation: JsonObject, sunset: unknown, context: Context): void {
  if (isSunset(sunset)) return;
  context.report(
    problem(context.location.child("x-sunset"), {
      wrong: `${titleOf(operation, context)} has a sunset that cannot be read.`,
      expected: wellFormed,
      found: show(sunset),
    }),
  );
}

function isSunset(value: unknown): boolean {
  if (!isObject(value) || !hasKeys(value, ["date", "replacement"])) return false;
  return (value.date === null || isDay(value.date)) && (value.replacement === null || isText(value.replacement));
}
