import { type Chance, oneOf } from "../contract/oracleMutations.ts";
import { at, type Node } from "../document.ts";
import { oddTexts, type Pool } from "./pool.ts";

export interface Source {
  readonly chance: Chance;
  readonly document: Node;
  readonly pool: Pool;
}

export function valueFor(source: Source, node: unknown, name: string, depth = 0): unknown {
  const { chance, document } = source;
  const schema = wholeSchema(source, at(node, document));
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return oneOf(chance, schema["enum"]);
  switch (typeOf(chance, schema)) {
    case "object":
      return objectFor(source, schema, depth);
    case "array":
      return arrayFor(source, schema, name, depth);
    case "integer":
      return integerFor(source, schema, name);
    case "number":
      return oneOf(chance, [0, 1.5, -3, 1e9]);
    case "boolean":
      return chance() < 0.5;
    case "null":
      return null;
    case "string":
      return textFor(source, schema, name);
    default:
      return oneOf<unknown>(chance, ["x", 1, true, null, {}, []]);
  }
}

function wholeSchema(source: Source, schema: Node): Node {
  const { chance, document } = source;
  const alternatives = (schema["oneOf"] ?? schema["anyOf"]) as readonly unknown[] | undefined;
  const parts = [...((schema["allOf"] ?? []) as readonly unknown[]), ...(alternatives ? [oneOf(chance, alternatives)] : [])];
  let whole = schema;
  for (const part of parts.map((one) => wholeSchema(source, at(one, document)))) {
    const properties = { ...(whole["properties"] as object), ...(part["properties"] as object) };
    const required = [...((whole["required"] ?? []) as []), ...((part["required"] ?? []) as [])];
    whole = { ...whole, ...part, properties, required };
  }
  return whole;
}

function typeOf(chance: Chance, schema: Node): unknown {
  if (Array.isArray(schema["type"])) return oneOf(chance, schema["type"]);
  return schema["type"] ?? (schema["properties"] === undefined ? undefined : "object");
}

function objectFor(source: Source, schema: Node, depth: number): unknown {
  const { chance } = source;
  const required = new Set((schema["required"] ?? []) as readonly string[]);
  const properties = Object.entries((schema["properties"] ?? {}) as Node);
  const wanted = properties.filter(([name]) => required.has(name) || chance() < (depth > 2 ? 0.25 : 0.45));
  const declared = wanted.map(([name, node]) => [name, valueFor(source, node, name, depth + 1)]);
  const { additionalProperties: others } = schema;
  const count = typeof others === "object" ? Math.floor(chance() * 3) : 0;
  const more = Array.from({ length: count }, () => {
    const name =
      chance() < 0.7 ? String(source.pool.of(chance, "objectType") ?? oneOf(chance, words)) : oneOf(chance, [...words, ...oddTexts]);
    return [name, valueFor(source, others, name, depth + 1)];
  });
  return Object.fromEntries([...declared, ...more]);
}

const words = ["contacts", "companies", "tickets", "deals", "meetings", "subject", "email", "firstname", "hs_meeting_title", "color"];

function arrayFor(source: Source, schema: Node, name: string, depth: number): unknown {
  const least = Number(schema["minItems"] ?? 0);
  const most = Math.min(Number(schema["maxItems"] ?? least + 3), least + 3);
  const count = least + Math.floor(source.chance() * (most - least + 1));
  return Array.from({ length: count }, () => valueFor(source, schema["items"], name, depth + 1));
}

function integerFor({ chance, pool }: Source, schema: Node, name: string): unknown {
  const known = Number(pool.of(chance, name));
  if (chance() < 0.6 && Number.isInteger(known)) return known;
  const least = Number(schema["minimum"] ?? (chance() < 0.2 ? -(2 ** 31) : 0));
  const most = Number(schema["maximum"] ?? (schema["format"] === "int64" ? oneOf(chance, [10, 2 ** 31, 2 ** 53, 2 ** 62]) : 2 ** 31 - 1));
  return oneOf(chance, [least, most, least + 1, Math.round(least + chance() * Math.min(most - least, 300))]);
}

const day = 86_400_000;

function textFor({ chance, pool }: Source, schema: Node, name: string): unknown {
  const known = pool.of(chance, name);
  if (known !== undefined && chance() < 0.65) return String(known);
  switch (schema["format"]) {
    case "date-time":
      return new Date(1_776_672_000_000 + Math.round((chance() - 0.5) * 800) * day).toISOString();
    case "uri":
      return oneOf(chance, ["https://traildesk.example/oauth/callback", "http://127.0.0.1/?a=1", "https://x.example/#y"]);
    case "email":
      return oneOf(chance, ["jonas.brandt@larkspurbikes.example", "a@b.example"]);
    default:
      return chance() < 0.5 ? oneOf(chance, oddTexts) : `${oneOf(chance, words)}${Math.floor(chance() * 30)}`;
  }
}
