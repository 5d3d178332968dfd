import document from "@crm-platform/types/openapi.json" with { type: "json" };
import { serviceNames } from "@crm-platform/types/serviceNames";
import { expect, test } from "vitest";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const { toService, toDocument } = serviceNames("acme");
const name = "hs_owner_id";
/** Data of the caller, with fields that hold names elsewhere. */
const freeContent = { [name]: name, link: name, message: name };

/** Returns a value with all fields of a schema, in which every text and every key of a map reads like a name. */
function sample(schema: Schema, ancestors: readonly object[] = []): unknown {
  const { type, properties = {}, items, additionalProperties: values, allOf, oneOf, $ref } = schema;
  if (ancestors.includes(schema)) return 1;
  const sampleOf = (part: Schema) => sample(part, [...ancestors, schema]);
  if ($ref) return sampleOf(at($ref));
  if (allOf) return Object.assign({}, ...allOf.map(sampleOf));
  if (oneOf?.[0]) return sampleOf(oneOf[0]);
  if (items) return [sampleOf(items)];
  if (type !== "object") return type === undefined || [type].flat().includes("string") ? name : 1;
  const isFree = values === true || (typeof values === "object" && Object.keys(values).length === 0);
  const others = isFree ? freeContent : typeof values === "object" ? { [name]: sampleOf(values) } : {};
  return { ...others, ...Object.fromEntries(Object.entries(properties).map(([field, member]) => [field, sampleOf(member)])) };
}

function at<Part>(pointer: string): Part {
  return pointer
    .slice(2)
    .split("/")
    .reduce((part: unknown, key) => (part as Record<string, unknown>)[key.replaceAll("~1", "/")], document) as Part;
}

/** Lists the schemas of all JSON bodies, which operations, parameters and responses contain as `content`. */
function bodies(part: unknown): Schema[] {
  if (typeof part !== "object" || part === null) return [];
  const { schema } = (part as { content?: Record<string, { schema?: Schema }> }).content?.["application/json"] ?? {};
  return [...(schema ? [schema] : []), ...Object.values(part).flatMap(bodies)];
}

/** Returns the end of each path where a text or, with `#`, a key differs. */
function changes(before: unknown, after: unknown, path: readonly string[]): string[] {
  if (typeof before !== "object" || before === null) return before === after ? [] : [path.slice(-2).join(".")];
  const members = Object.entries(after as object);
  return Object.entries(before).flatMap(([key, value], index) => {
    const [keyAfter, valueAfter] = members[index] ?? [];
    const below = Array.isArray(before) ? [...path.slice(0, -1), `${path.at(-1) ?? ""}[]`] : [...path, key];
    return [...(key === keyAfter ? [] : [`${below.slice(-2).join(".")}#`]), ...changes(value, valueAfter, below)];
  });
}

test("in all bodies of the document, only names are translated", () => {
  const schemas = bodies(document);
  expect(schemas.length).toBeGreaterThan(100);
  const changed = schemas.flatMap((schema) => {
    const before = sample(schema);
    const after = toService.value(before);
    expect(toDocument.value(after)).toEqual(before);
    return changes(before, after, [schema.$ref?.split("/").at(-1) ?? "body"]);
  });
  expect([...new Set(changed)].sort()).toEqual([
    "AssociationInputV1.category",
    "AssociationV1.category",
    "ErrorBody.category",
    "ErrorBody.message",
    "EventProperty.name",
    "EventPropertyInput.name",
    "MeetingBatchReadInput.idProperty",
    "MeetingBatchReadInput.propertiesWithHistory[]",
    "MeetingBatchReadInput.properties[]",
    "OAuthErrorBody.message",
    "Property.name",
    "Property.serviceDefined#",
    "PropertyCreateInput.name",
    "RecordBatchReadInput.idProperty",
    "RecordBatchReadInput.propertiesWithHistory[]",
    "RecordBatchReadInput.properties[]",
    "RecordSearchInput.properties[]",
    "WebhookSubscription.propertyName",
    "WebhookSubscriptionInput.propertyName",
    "additionalProperties.hs_owner_id#",
    "associationSpec.associationCategory",
    "associationTypes[].category",
    "associations.hs_owner_id#",
    "associations[].hs_owner_id#",
    "body[].associationCategory",
    "body[].category",
    "body[].name",
    "contactProperties.hs_owner_id#",
    "contactProperties[].name",
    "context.hs_owner_id#",
    "errors[].category",
    "errors[].in",
    "errors[].message",
    "filters[].propertyName",
    "inputs[].category",
    "inputs[].idProperty",
    "inputs[].name",
    "links.hs_owner_id#",
    "next.link",
    "prev.link",
    "primaryObjectRule.eventPropertyName",
    "primaryObjectRule.targetObjectPropertyName",
    "properties.hs_owner_id#",
    "propertiesWithHistory.hs_owner_id#",
    "properties[].name",
    "properties[].serviceDefined#",
    "propertyDefinitions[].name",
    "results[].category",
    "results[].name",
    "results[].propertyName",
    "results[].serviceDefined#",
    "sorts[].propertyName",
    "types[].associationCategory",
    "warnings[].category",
    "warnings[].message",
  ]);
});
