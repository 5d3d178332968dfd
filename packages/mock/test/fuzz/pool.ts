import { type Chance, oneOf } from "../contract/oracleMutations.ts";
import type { Node } from "../document.ts";
import { controlApi, platform } from "./apis.ts";

const maxPerName = 40;

export const oddTexts: readonly string[] = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "\udfff\ud800", "\u{1f6b2}", "cafe\u0301", "\u202eabc", "\ufeff", "\u2028", "\uffff"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "null", "undefined", "NaN", "true"],
  ...["' or 1=1 --", '"; drop table x; --', "%", "%00", "%2F", "_", "\\", "/", "..", "../..", "{{ x }}", "${x", "<b>", "a,b", "a/b"],
  ...["0", "-0", "-1", "00", "01", "1e3", "9007199254740992", "9223372036854775807", "9223372036854775808", "99999999999999999999"],
  ...["0-1", "0-5", "contacts", "contact", "CONTACTS", "2-1", "a@b.example", "x@x", "1970-01-01T00:00:00Z", "0000-01-01T00:00:00Z"],
  ...["9999-12-31T23:59:59.999Z", "+275760-09-13T00:00:00Z", "x".repeat(100), "x".repeat(101), "x".repeat(5000), "\u{1f6b2}".repeat(300)],
];

/** Collects values from examples and responses, keyed by field name, so that requests refer to existing objects. */
export class Pool {
  readonly #values = new Map<string, unknown[]>();

  constructor() {
    for (const { document } of [platform, controlApi]) this.#examples(document);
  }

  of(chance: Chance, name: string): unknown {
    const values = this.#values.get(name);
    return values && oneOf(chance, values);
  }

  learn(value: unknown, name = ""): void {
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) this.learn(item, name);
      return;
    }
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value).slice(0, 50)) this.learn(inner, key);
      return;
    }
    if (typeof value !== "string" && typeof value !== "number") return;
    const values = this.#values.get(name) ?? [];
    if (values.length < maxPerName && !values.includes(value)) values.push(value);
    this.#values.set(name, values);
  }

  #examples(node: unknown): void {
    if (typeof node !== "object" || node === null) return;
    const { name, examples } = node as Node;
    if (typeof examples === "object" && examples !== null) {
      for (const example of Object.values(examples)) this.learn((example as Node)["value"], typeof name === "string" ? name : "");
    }
    for (const inner of Object.values(node)) this.#examples(inner);
  }
}
