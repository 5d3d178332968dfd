import type { ObjectSchemaPropertyInput } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import type { StoredObjectSchema } from "../../store/documents/documents.ts";
import type { PropertyDefinition } from "../../store/records/recordStore.ts";
import { present } from "../common/present.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { newDefinition, rejectTooManyUnique } from "../properties.ts";
import { builtInProperties, isReserved } from "../records/builtInProperties.ts";

type Roles = Pick<
  StoredObjectSchema,
  "primaryDisplayProperty" | "secondaryDisplayProperties" | "requiredProperties" | "searchableProperties"
>;

/** Returns the fields that name properties, without other fields. */
export function rolesOf<Fields extends Partial<Roles>>(fields: Fields): Pick<Fields, keyof Roles & keyof Fields> {
  const { primaryDisplayProperty, secondaryDisplayProperties, requiredProperties, searchableProperties } = fields;
  const roles = present({ primaryDisplayProperty, secondaryDisplayProperties, requiredProperties, searchableProperties });
  return roles as Pick<Fields, keyof Roles & keyof Fields>;
}

/** Returns a problem for each name of no property, and for each repeated name in a list. @param roles the fields to check */
export function roleProblems(objectTypeId: string, roles: Partial<Roles>, own: readonly PropertyDefinition[]): Problem[] {
  const names = new Set(own.filter(({ archivedAt }) => archivedAt === undefined).map(({ name }) => name));
  return Object.entries(roles).flatMap(([field, value]) =>
    [value].flat().flatMap((name, index, all) => {
      const place = Array.isArray(value) ? `${field}[${index}]` : field;
      if (all.indexOf(name) < index) return [problemOf(place, "uniqueItems", "must not be repeated", name)];
      const isBuiltIn = builtInProperties(objectTypeId).has(name);
      // Only the service sets the built-in properties.
      if (names.has(name) || (isBuiltIn && field !== "requiredProperties")) return [];
      return [problemOf(place, "property", "must be the name of a property of the object type", name)];
    }),
  );
}

/** @throws Rejection that lists the problems of all properties */
export function newDefinitions(inputs: readonly ObjectSchemaPropertyInput[], objectTypeId: string, context: Context): PropertyDefinition[] {
  const problems: Problem[] = [];
  const names = new Set<string>();
  const definitions = inputs.flatMap((input, index) => {
    const place = `properties[${index}].`;
    if (names.has(input.name)) problems.push(problemOf(`${place}name`, "uniqueItems", "must be unique among the properties", input.name));
    if (isReserved(objectTypeId, input.name)) {
      problems.push(problemOf(`${place}name`, "builtIn", "must not be the name of a built-in property", input.name));
    }
    names.add(input.name);
    try {
      return [newDefinition(input, context)];
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      problems.push(...error.problems.map((problem) => ({ ...problem, in: place + problem.in, message: place + problem.message })));
      return [];
    }
  });
  rejectIfAny(problems);
  rejectTooManyUnique(definitions);
  return definitions;
}
