/** Small edits of a bundle, of the kinds that people make, each at one operation or one schema. */

// biome-ignore lint/suspicious/noExplicitAny: an edit goes anywhere in a document, which it knows to be there.
export type Loose = any;

/** Chooses from 0 up to a number, and not that. */
export type Random = (below: number) => number;

/** An edit of one kind. It gives what it is to be found under; nothing where there is nothing of the kind to edit. */
export interface EditKind {
  readonly name: string;
  apply(target: Loose, random: Random, document: Loose): string | undefined;
}

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items.length === 0 ? undefined : items[random(items.length)];
}

/** An edit of something chosen from a list; the name it is found under is the target's own. */
function edit(
  name: string,
  choose: (target: Loose) => readonly Loose[],
  change: (chosen: Loose, random: Random, target: Loose) => void,
): EditKind {
  return {
    name,
    apply: (target, random) => {
      const chosen = pick(choose(target), random);
      if (chosen === undefined) return undefined;
      change(chosen, random, target);
      return "";
    },
  };
}

const self = (target: Loose): Loose[] => [target];
const has = (key: string) => (target: Loose) => (target[key] === undefined ? [] : [target]);
const ownParameters = ({ parameters = [] }: Loose): Loose[] =>
  parameters.filter(({ name, in: place }: Loose) => name !== undefined && place === "query");
const properties = (schema: Loose): [string, Loose][] => Object.entries(schema.properties ?? {});
const scalars = (schema: Loose): Loose[] =>
  properties(schema).flatMap(([, property]) => (typeof property.type === "string" && property.type !== "object" ? [property] : []));
const withKey = (key: string) => (schema: Loose) =>
  properties(schema).flatMap(([, property]) => (property[key] === undefined ? [] : [property]));
const texts = (schema: Loose): Loose[] =>
  properties(schema).flatMap(([, property]) => (property.type === "string" && !property.enum ? [property] : []));
const shape = (schema: Loose): Loose[] => (schema.properties === undefined ? [] : [schema]);
const plainFields = (schema: Loose): string[] =>
  properties(schema).flatMap(([name, property]) => (JSON.stringify(property).includes("$ref") ? [] : [name]));
const otherGrade = (grade: string): string => (grade === "assumed" ? "observed" : "assumed");

export const operationEdits: readonly EditKind[] = [
  edit("optional parameter added", self, (operation) => {
    operation.parameters = [...(operation.parameters ?? []), { name: "more", in: "query", schema: { type: "string" } }];
  }),
  edit("required parameter added", self, (operation) => {
    operation.parameters = [{ name: "more", in: "query", required: true, schema: { type: "string" } }, ...(operation.parameters ?? [])];
  }),
  edit("parameter removed", ownParameters, (parameter, _random, operation) => {
    operation.parameters = operation.parameters.filter((one: Loose) => one !== parameter);
  }),
  edit(
    "parameter required",
    (operation) => ownParameters(operation).filter(({ required }) => !required),
    (parameter) => {
      parameter.required = true;
    },
  ),
  edit("parameter described", ownParameters, (parameter) => {
    parameter.description = "Otherwise.";
  }),
  edit(
    "parameter of another default",
    (operation) => ownParameters(operation).filter(({ schema }) => schema.default !== undefined),
    ({ schema }) => {
      schema.default = typeof schema.default === "boolean" ? !schema.default : 7;
    },
  ),
  edit(
    "parameter with a higher minimum",
    (operation) => ownParameters(operation).filter(({ schema }) => schema.type === "integer"),
    ({ schema }) => {
      schema.minimum = 5;
    },
  ),
  edit("tag", self, (operation) => {
    operation.tags = ["elsewhere"];
  }),
  { name: "operationId", apply: (operation) => (operation.operationId = `${operation.operationId}Again`) },
  edit("description", self, (operation) => {
    operation.description = "Otherwise.";
  }),
  edit(
    "deprecated",
    (operation) => (operation.deprecated ? [] : [operation]),
    (operation) => {
      operation.deprecated = true;
    },
  ),
  edit(
    "retry less",
    (operation) => (operation["x-retry"] === "safe" ? [operation] : []),
    (operation) => {
      operation["x-retry"] = "never";
    },
  ),
  edit(
    "retry more",
    (operation) => (operation["x-retry"] === "safe" ? [] : [operation]),
    (operation) => {
      operation["x-retry"] = "safe";
    },
  ),
  edit("no batch", has("x-batch"), (operation) => {
    delete operation["x-batch"];
  }),
  edit(
    "a batch",
    (operation) => (operation["x-batch"] ? [] : [operation]),
    (operation) => {
      operation["x-batch"] = { inputs: "" };
    },
  ),
  edit("no pages", has("x-pagination"), (operation) => {
    delete operation["x-pagination"];
  }),
  edit("no key for repeats", has("x-idempotency-key"), (operation) => {
    delete operation["x-idempotency-key"];
  }),
  edit(
    "earlier sunset",
    (operation) => (operation["x-sunset"]?.date ? [operation] : []),
    (operation) => {
      operation["x-sunset"].date = "2020-01-01";
    },
  ),
  edit(
    "sunset",
    (operation) => (operation["x-sunset"]?.date === null ? [operation] : []),
    (operation) => {
      operation["x-sunset"].date = "2030-01-01";
    },
  ),
  edit(
    "scope accepted",
    (operation) => (operation.security.length > 0 ? [operation] : []),
    (operation) => {
      operation.security.push({ oauth2: ["media_bridge.read.more"] });
    },
  ),
  edit(
    "scope no longer accepted",
    (operation) => (operation.security.length > 1 ? [operation] : []),
    (operation, random) => {
      operation.security.splice(random(operation.security.length), 1);
    },
  ),
  edit(
    "scope needed, too",
    (operation) => operation.security,
    (requirement) => {
      requirement.oauth2 = [...requirement.oauth2, "social.more"];
    },
  ),
  edit("status of success", self, (operation) => {
    operation.responses["206"] = { description: "In part." };
  }),
  edit("status of failure", self, (operation) => {
    operation.responses["418"] = { description: "Never." };
  }),
  edit(
    "no status of failure",
    (operation) => (operation.responses["401"] ? [operation] : []),
    (operation) => {
      delete operation.responses["401"];
    },
  ),
  edit(
    "body optional",
    (operation) => (operation.requestBody?.required ? [operation.requestBody] : []),
    (body) => {
      delete body.required;
    },
  ),
  edit(
    "example renamed",
    (operation) => (operation.requestBody ? [operation] : []),
    (operation) => renameExample(operation),
  ),
  edit("example of other data", examplesOfBody, (example) => {
    example.value = { other: true };
  }),
  edit("example of another summary", examplesOfBody, (example) => {
    example.summary = "Another";
  }),
  edit("grade of evidence", has("x-evidence"), (operation) => {
    operation["x-evidence"].grade = otherGrade(operation["x-evidence"].grade);
  }),
  edit("no evidence", has("x-evidence"), (operation) => {
    delete operation["x-evidence"];
  }),
  {
    name: "operation moved",
    apply: (operation, _random, document) => {
      const [path, item] = Object.entries<Loose>(document.paths).find(([, one]) => Object.values(one).includes(operation)) ?? [];
      if (path === undefined || Object.keys(item).length > 1) return undefined;
      delete document.paths[path];
      document.paths[`/again${path}`] = item;
      return "";
    },
  },
  {
    name: "path parameter called otherwise",
    apply: (operation, _random, document) => {
      const [path, item] = Object.entries<Loose>(document.paths).find(([, one]) => Object.values(one).includes(operation)) ?? [];
      const parameter = operation.parameters?.find((one: Loose) => one.in === "path");
      if (path === undefined || parameter === undefined || Object.keys(item).length > 1) return undefined;
      delete document.paths[path];
      document.paths[path.replace(`{${parameter.name}}`, "{otherwise}")] = item;
      parameter.name = "otherwise";
      return "";
    },
  },
];

export const schemaEdits: readonly EditKind[] = [
  edit("field added", shape, (schema) => {
    schema.properties.more = { type: "string" };
  }),
  edit("required field added", shape, (schema) => {
    schema.properties.more = { type: "string" };
    schema.required = [...(schema.required ?? []), "more"];
  }),
  // Of a field that leads to another schema the schema would go, too, and with it what else is edited there.
  edit("field removed", plainFields, (name, _random, schema) => {
    delete schema.properties[name];
    if (schema.required) schema.required = schema.required.filter((one: string) => one !== name);
  }),
  edit(
    "field optional",
    (schema) => (schema.required?.length > 0 ? [schema] : []),
    (schema) => {
      schema.required = schema.required.slice(1);
    },
  ),
  edit(
    "field required",
    (schema) => shape(schema).filter(() => properties(schema).some(([name]) => !schema.required?.includes(name))),
    (schema) => {
      const [name] = properties(schema).find(([one]) => !schema.required?.includes(one)) ?? [];
      schema.required = [...(schema.required ?? []), name];
    },
  ),
  edit("null", scalars, (property) => {
    property.type = [property.type, "null"];
  }),
  edit("another type", scalars, (property) => {
    property.type = property.type === "boolean" ? "string" : "boolean";
  }),
  edit("value added", withKey("enum"), (property) => {
    property.enum = [...property.enum, "MORE"];
  }),
  edit("value removed", withKey("enum"), (property) => {
    property.enum = property.enum.slice(1);
  }),
  edit("known value added", withKey("x-known-values"), (property) => {
    property["x-known-values"] = [...property["x-known-values"], "MORE"];
  }),
  edit("known value removed", withKey("x-known-values"), (property) => {
    property["x-known-values"] = property["x-known-values"].slice(1);
  }),
  edit("fewer items", withKey("maxItems"), (property) => {
    property.maxItems -= 1;
  }),
  edit("more items", withKey("maxItems"), (property) => {
    property.maxItems += 1;
  }),
  edit("longer at least", texts, (property) => {
    property.minLength = (property.minLength ?? 0) + 3;
  }),
  edit("shorter at least", withKey("minLength"), (property) => {
    delete property.minLength;
  }),
  edit("a pattern", texts, (property) => {
    property.pattern = "^x";
  }),
  edit("no pattern", withKey("pattern"), (property) => {
    delete property.pattern;
  }),
  edit("another format", withKey("format"), (property) => {
    property.format = "another";
  }),
  edit("no format", withKey("format"), (property) => {
    delete property.format;
  }),
  edit(
    "a format",
    (schema) => texts(schema).filter(({ format }) => format === undefined),
    (property) => {
      property.format = "uri";
    },
  ),
  edit(
    "steps",
    (schema) => scalars(schema).filter(({ type }) => type === "integer"),
    (property) => {
      property.multipleOf = 5;
    },
  ),
  edit("another default", withKey("default"), (property) => {
    property.default = typeof property.default === "boolean" ? !property.default : "another";
  }),
  edit("a default", texts, (property) => {
    property.default = "none";
  }),
  edit(
    "closed",
    (schema) => shape(schema).filter(() => schema.additionalProperties === undefined),
    (schema) => {
      schema.additionalProperties = false;
    },
  ),
  edit(
    "open",
    (schema) => shape(schema).filter(() => schema.additionalProperties === undefined),
    (schema) => {
      schema.additionalProperties = true;
    },
  ),
  edit(
    "no longer open",
    (schema) => shape(schema).filter(() => schema.additionalProperties === true),
    (schema) => {
      delete schema.additionalProperties;
    },
  ),
  edit("secret", texts, (property) => {
    if (property["x-sensitive"]) delete property["x-sensitive"];
    else property["x-sensitive"] = true;
  }),
  edit(
    "field described",
    (schema) =>
      properties(schema)
        .map(([, property]) => property)
        .filter((property) => property.description),
    (property) => {
      property.description = "Otherwise.";
    },
  ),
  edit("grade of evidence", withKey("x-evidence"), (property) => {
    property["x-evidence"].grade = otherGrade(property["x-evidence"].grade);
  }),
  edit("note on evidence", withKey("x-evidence"), (property) => {
    property["x-evidence"].note = "Otherwise.";
  }),
  edit("field deprecated", scalars, (property) => {
    property.deprecated = true;
  }),
  edit(
    "alternative added",
    (schema) => (schema.oneOf ? [schema] : []),
    (schema) => {
      schema.oneOf.push({ type: "object", properties: { more: { type: "string" } } });
    },
  ),
  edit(
    "alternative removed",
    (schema) => (schema.oneOf ? [schema] : []),
    (schema) => {
      schema.oneOf.pop();
    },
  ),
  edit(
    "part added",
    (schema) => (schema.allOf ? [schema] : []),
    (schema) => {
      schema.allOf.push({ type: "object", properties: { more: { type: "string" } } });
    },
  ),
  {
    name: "type called otherwise",
    apply: (schema, _random, document) => {
      const schemas: Record<string, Loose> = document.components.schemas;
      const [name] = Object.entries(schemas).find(([, one]) => one === schema) ?? [];
      const now = `${name}Again`;
      replaceReferences(document, `#/components/schemas/${name}`, `#/components/schemas/${now}`);
      delete schemas[name ?? ""];
      schemas[now] = schema;
      return now;
    },
  },
];

function examplesOfBody({ requestBody }: Loose): Loose[] {
  return Object.values<Loose>(requestBody?.content ?? {}).flatMap(({ examples = {} }) => Object.values(examples));
}

/** Under the same new name in the request and in the answers. */
function renameExample({ requestBody, responses, parameters = [] }: Loose): void {
  const holders = [
    ...Object.values<Loose>(requestBody.content),
    ...Object.values<Loose>(responses).flatMap(({ content = {} }) => Object.values<Loose>(content)),
    ...parameters,
  ];
  const [name = ""] = Object.keys(holders[0]?.examples ?? {});
  for (const { examples } of holders) {
    if (examples?.[name] === undefined) continue;
    examples.otherwise = examples[name];
    delete examples[name];
  }
}

function replaceReferences(node: Loose, old: string, now: string): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (value === old) node[key] = now;
    else replaceReferences(value, old, now);
  }
}
