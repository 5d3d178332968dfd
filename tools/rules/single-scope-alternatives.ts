import { asObject, type JsonObject } from "../openapi/json.ts";
import { problem, show } from "./message.ts";
import { titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

const wellFormed = "security: [{oauth2: [tickets]}, {oauth2: [crm.objects.contacts.read]}]";

/**
 * Alternatives are a list of requirements. Several scopes in one requirement mean all of them, which is easily written by
 * mistake and never what is meant here. That schemes and scopes exist is for Redocly's own security-defined and
 * security-scopes-defined.
 */
export const singleScopeAlternatives: Rule = () => ({
  Operation: {
    enter(node, context) {
      const operation = asObject(node);
      if (Array.isArray(operation.security)) return checkRequirements(operation, operation.security, context);
      context.report(
        problem(context.location.child("security").key(), {
          wrong: `${titleOf(operation, context)} does not say which access token it needs.`,
          expected: `${wellFormed}, or security: [] when it needs none`,
          found: show(operation.security),
        }),
      );
    },
  },
});

function checkRequirements(operation: JsonObject, requirements: readonly unknown[], context: Context): void {
  const seen = new Set<string>();
  for (const [index, requirement] of requirements.entries()) {
    const location = context.location.child(["security", index]);
    if (!isSingle(requirement)) {
      context.report(
        problem(location, {
          wrong: `${titleOf(operation, context)} has a security requirement with more or less than one alternative.`,
          expected: `one scheme with at most one scope in each, for example ${wellFormed}`,
          found: show(requirement),
        }),
      );
    }
    const text = show(requirement);
    if (seen.has(text)) {
      context.report(
        problem(location, {
          wrong: `${titleOf(operation, context)} names an alternative twice.`,
          expected: "each requirement once",
          found: `${text} again`,
        }),
      );
    }
    seen.add(text);
  }
}

function isSingle(requirement: unknown): boolean {
  const schemes = Object.values(asObject(requirement));
  const [scopes] = schemes;
  return schemes.length === 1 && Array.isArray(scopes) && scopes.length <= 1;
}
