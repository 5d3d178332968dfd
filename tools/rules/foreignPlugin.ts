type Node = Record<string, unknown>;

type Visitor = (node: Node) => void;

interface Plugin {
  readonly id: string;
  readonly typeExtension: { readonly oas3: (types: Readonly<Record<string, object>>) => object };
  readonly preprocessors: { readonly oas3: Readonly<Record<string, () => Readonly<Record<string, { readonly enter: Visitor }>>>> };
}

/** For redocly.foreign.yaml: accepts unknown keywords, and replaces the schemas `true` and `false` with `{}` and `{not: {}}`. */
export default function plugin(): Plugin {
  return {
    id: "foreign",
    typeExtension: { oas3: (types) => ({ ...types, Schema: { ...types["Schema"], additionalProperties: {} } }) },
    preprocessors: { oas3: { "boolean-schemas": booleanSchemas } },
  };
}

function booleanSchemas(): Readonly<Record<string, { readonly enter: Visitor }>> {
  const ofMember = { enter: (node: Node) => spellOut(node, ["schema"]) };
  return {
    MediaType: ofMember,
    Parameter: ofMember,
    Header: ofMember,
    NamedSchemas: { enter: (schemas) => spellOut(schemas) },
    Schema: {
      enter: (schema) => {
        spellOut(schema, keywordsOfOne);
        for (const keyword of keywordsOfSeveral) if (isNode(schema[keyword])) spellOut(schema[keyword]);
      },
    },
  };
}

/** Redocly rejects booleans for these keywords, but accepts them for `additionalProperties` and `unevaluated…`. */
const keywordsOfOne = ["contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then"];
const keywordsOfSeveral = ["allOf", "anyOf", "dependentSchemas", "oneOf", "patternProperties", "prefixItems", "properties"];

function spellOut(parent: Node, keys: readonly string[] = Object.keys(parent)): void {
  for (const key of keys) if (typeof parent[key] === "boolean") parent[key] = parent[key] ? {} : { not: {} };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
