import { type Chance, oneOf } from "../contract/oracleMutations.ts";
import { at, type Node } from "../document.ts";
import type { Api } from "./apis.ts";

const maxPerName = 40;
const day = 86_400_000;
const words = ["contacts", "companies", "tickets", "deals", "meetings", "subject", "email", "firstname", "hs_meeting_title", "color"];

const oddTexts: readonly string[] = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "\udfff\ud800", "\u{1f6b2}", "cafe\u0301", "\u202eabc", "\ufeff", "\u2028", "\uffff"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "null", "undefined", "NaN", "true"],
  ...["' or 1=1 --", '"; drop table x; --', "%", "%00", "%2F", "_", "\\", "/", "..", "../..", "{{ x }}", "${x", "<b>", "a,b", "a/b"],
  ...["0", "-0", "-1", "00", "01", "1e3", "9007199254740992", "9223372036854775807", "9223372036854775808", "99999999999999999999"],
  ...["0-1", "0-5", "contacts", "contact", "CONTACTS", "2-1", "a@b.example", "x@x", "1970-01-01T00:00:00Z", "0000-01-01T00:00:00Z"],
  ...["9999-12-31T23:59:59.999Z", "+275760-09-13T00:00:00Z", "x".repeat(101), "x".repeat(5000), "\u{1f6b2}".repeat(300)],
];

/** Creates values for schemas. Uses values of the same name in examples and responses, so that requests refer to existing objects. */
export class Values {
  readonly #chance: Chance;
  readonly #known = new Map<string, unknown[]>();

  constructor(chance: Chance, apis: readonly Api[]) {
    this.#chance = chance;
    for (const { operations } of apis) {
      for (const { requests, parameters } of operations) {
        for (const { value } of requests) this.learn(value);
        for (const { name, examples } of parameters) for (const { value } of examples) this.learn(value, name);
      }
    }
  }

  known(name: string): unknown {
    const values = this.#known.get(name);
    return values && oneOf(this.#chance, values);
  }

  learn(value: unknown, name = ""): void {
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) this.learn(item, name);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value).slice(0, 50)) this.learn(inner, key);
    } else if (typeof value === "string" || typeof value === "number") {
      const values = this.#known.get(name) ?? [];
      if (values.length < maxPerName && !values.includes(value)) values.push(value);
      this.#known.set(name, values);
    }
  }

  for(document: Node, node: unknown, name = "", depth = 0): unknown {
    const chance = this.#chance;
    const schema = this.#whole(document, at(node, document));
    const { type } = schema;
    if ("const" in schema) return schema["const"];
    if (Array.isArray(schema["enum"])) return oneOf(chance, schema["enum"]);
    switch (Array.isArray(type) ? oneOf(chance, type) : (type ?? ("properties" in schema ? "object" : undefined))) {
      case "object":
        return this.#object(document, schema, depth);
      case "array": {
        const min = Number(schema["minItems"] ?? 0);
        const count = min + Math.floor(chance() * (Math.min(Number(schema["maxItems"] ?? min + 3), min + 3) - min + 1));
        return Array.from({ length: count }, () => this.for(document, schema["items"], name, depth + 1));
      }
      case "integer":
        return this.#integer(schema, name);
      case "number":
        return oneOf(chance, [0, 1.5, -3, 1e9]);
      case "boolean":
        return chance() < 0.5;
      case "null":
        return null;
      case "string":
        return this.#text(schema, name);
      default:
        return oneOf<unknown>(chance, ["x", 1, true, null, {}, []]);
    }
  }

  /** Merges `allOf`, and one of the alternatives, into the schema. */
  #whole(document: Node, schema: Node): Node {
    const alternatives = schema["oneOf"] as readonly unknown[] | undefined;
    const parts = [...((schema["allOf"] ?? []) as readonly unknown[]), ...(alternatives ? [oneOf(this.#chance, alternatives)] : [])];
    let whole = schema;
    for (const part of parts.map((one) => this.#whole(document, at(one, document)))) {
      const properties = { ...(whole["properties"] as object), ...(part["properties"] as object) };
      const required = [whole["required"] ?? [], part["required"] ?? []].flat();
      whole = { ...whole, ...part, properties, required };
    }
    return whole;
  }

  #object(document: Node, { properties = {}, required = [], additionalProperties }: Node, depth: number): object {
    const chance = this.#chance;
    const isRequired = (name: string) => (required as readonly string[]).includes(name);
    const declared = Object.entries(properties as Node).filter(([name]) => isRequired(name) || chance() < (depth > 2 ? 0.25 : 0.45));
    const count = typeof additionalProperties === "object" ? Math.floor(chance() * 3) : 0;
    const others = Array.from({ length: count }, (): [string, unknown] => {
      const name = chance() < 0.7 ? (this.known("objectType") ?? oneOf(chance, words)) : oneOf(chance, [...words, ...oddTexts]);
      return [String(name), additionalProperties];
    });
    return Object.fromEntries([...declared, ...others].map(([name, node]) => [name, this.for(document, node, name, depth + 1)]));
  }

  #integer(schema: Node, name: string): number {
    const chance = this.#chance;
    const known = Number(this.known(name));
    if (chance() < 0.6 && Number.isInteger(known)) return known;
    const min = Number(schema["minimum"] ?? (chance() < 0.2 ? -(2 ** 31) : 0));
    const max = Number(schema["maximum"] ?? (schema["format"] === "int64" ? oneOf(chance, [10, 2 ** 31, 2 ** 53, 2 ** 62]) : 2 ** 31 - 1));
    return oneOf(chance, [min, max, min + 1, Math.round(min + chance() * Math.min(max - min, 300))]);
  }

  #text({ format }: Node, name: string): string {
    const chance = this.#chance;
    const known = this.known(name);
    if (known !== undefined && chance() < 0.65) return String(known);
    if (format === "date-time") return new Date(1_776_672_000_000 + Math.round((chance() - 0.5) * 800) * day).toISOString();
    if (format === "uri")
      return oneOf(chance, ["https://traildesk.example/oauth/callback", "http://127.0.0.1/?a=1", "https://x.example/#y"]);
    if (format === "email") return oneOf(chance, ["jonas.brandt@larkspurbikes.example", "a@b.example"]);
    return chance() < 0.5 ? oneOf(chance, oddTexts) : `${oneOf(chance, words)}${Math.floor(chance() * 30)}`;
  }
}
