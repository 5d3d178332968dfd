import type { EventDefinition, EventProperty } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import { shortened } from "../../contract/problems/fields.ts";
import { problemOf } from "../common/problems.ts";
import { wrongValue } from "../records/propertyValues.ts";

type Values = Readonly<Record<string, string>>;

const maxProperties = 50;
const maxLength = 256;
const maxAddressLength = 1_024;
const maxFieldLength = 200;

export function propertyProblems(definition: EventDefinition, values: Values, place: string): Problem[] {
  const names = Object.keys(values);
  if (names.length > maxProperties) {
    return [problemOf(place, "maxProperties", `must not have more than ${maxProperties} properties`, `${names.length} properties`)];
  }
  const properties = byLowerName(definition);
  return names.flatMap((name) => valueProblem(properties.get(name.toLowerCase()), name, values[name] ?? "", place) ?? []);
}

function valueProblem(property: EventProperty | undefined, name: string, value: string, place: string): Problem | undefined {
  const field = shortened(`${place}.${name}`, maxFieldLength);
  if (!property) return problemOf(field, "PROPERTY_DOESNT_EXIST", "must be the name of a property of the event", name);
  const max = /url|referrer|link/i.test(name) ? maxAddressLength : maxLength;
  if ([...value].length > max) return problemOf(field, "maxLength", `must not have more than ${max} characters`, value);
  // Some default properties have unknown options, so all values are accepted.
  const isOpen = property.type === "enumeration" && property.options.length === 0;
  const wrong = value === "" || isOpen ? undefined : wrongValue(property, value);
  return wrong && problemOf(field, wrong.code, wrong.expectation, value);
}

export function propertiesOf(definition: EventDefinition, values: Values): Values {
  const properties = byLowerName(definition);
  const names = Object.keys(values).sort();
  return Object.fromEntries(names.map((name) => [properties.get(name.toLowerCase())?.name ?? name, values[name] ?? ""]));
}

function byLowerName({ properties }: EventDefinition): Map<string, EventProperty> {
  return new Map(properties.map((property) => [property.name.toLowerCase(), property]));
}
