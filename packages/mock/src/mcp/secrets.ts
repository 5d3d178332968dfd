import { isObject, type OpenApiDocument } from "../contract/openapi/document.ts";
import { sensitiveNames } from "../contract/openapi/sensitive.ts";
import { redaction } from "../contract/problems/credentials.ts";

/** The credentials that the mock issued to the agent's apps or returned to them. Results do not contain them. */
export class Secrets {
  readonly #sensitive: ReadonlySet<string>;
  readonly #values = new Set<string>();

  constructor(document: OpenApiDocument) {
    this.#sensitive = sensitiveNames(document);
  }

  add(...values: readonly string[]): void {
    for (const value of values) this.#values.add(value);
  }

  /** Redacts the fields of a response that the document marks as secret. The properties of records are the account's data. */
  withoutFields(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.withoutFields(item));
    if (!isObject(value)) return value;
    const isError = typeof value["message"] === "string";
    const entries = Object.entries(value).map(([name, field]) => {
      if (name === "properties") return [name, field];
      if (typeof field !== "string" || !this.#sensitive.has(name) || (isError && name === "code")) return [name, this.withoutFields(field)];
      this.add(field);
      return [name, redaction];
    });
    return Object.fromEntries(entries);
  }

  withoutValues(json: string): string {
    let text = json;
    for (const value of this.#values) if (value !== "") text = text.replaceAll(JSON.stringify(value).slice(1, -1), redaction);
    return text;
  }
}
