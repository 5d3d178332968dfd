import type { Document, Json, Operation } from "../bundle/document.ts";
import { isObject } from "../model/extensions.ts";
import type { Aligned } from "./align.ts";
import { type Change, into, type Place } from "./change.ts";
import type { Direction } from "./finding.ts";
import { isSame } from "./finding.ts";
import { referenceOf } from "./names.ts";
import { byName } from "./parameters.ts";
import { SchemaWalk } from "./schemaWalk.ts";

type Named = Readonly<Record<string, Json>>;
type Compare = (old: Json | undefined, now: Json | undefined, place: Place) => void;

/** Everything that differs in bodies, answers, headers and schemas of the operations that both documents have. */
export function walkStructure({ before, after }: Aligned): Change[] {
  return new StructureWalk(before, after).walk();
}

class StructureWalk {
  readonly #before: Document;
  readonly #after: Document;
  readonly #schemas: SchemaWalk;
  readonly #changes: Change[] = [];

  constructor(before: Document, after: Document) {
    this.#before = before;
    this.#after = after;
    this.#schemas = new SchemaWalk(before, after);
  }

  walk(): Change[] {
    for (const [path, item] of Object.entries(this.#after.paths ?? {})) {
      for (const [method, operation] of Object.entries(item) as [string, Operation][]) {
        const old = this.#before.paths?.[path]?.[method] as Operation | undefined;
        if (old !== undefined) this.#operation(old, operation, ["paths", path, method]);
      }
    }
    return [...this.#changes, ...this.#schemas.changes];
  }

  #operation(old: Operation, now: Operation, steps: readonly string[]): void {
    const place = (direction: Direction, step: string): Place => ({ steps: [...steps, step], direction });
    this.#parameters(old, now, place("request", "parameters"));
    const [body, bodyNow] = [old.requestBody, now.requestBody] as unknown as (Json | undefined)[];
    const at = place("request", "requestBody");
    if (body !== undefined && bodyNow !== undefined) this.#shared(body, bodyNow, at, (...sides) => this.#body(...sides));
    else if (body !== undefined) this.#changes.push({ ...at, of: "body", kind: "removed", old: body });
    else if (bodyNow !== undefined)
      this.#changes.push({ ...at, of: "body", kind: "added", now: this.#schemas.resolve(undefined, bodyNow)[1] ?? null });
    const [answers, answersNow] = [old.responses, now.responses] as unknown as (Json | undefined)[];
    this.#named("status", answers, answersNow, place("answer", "responses"), (...sides) => this.#answer(...sides));
  }

  /** Which parameters there are is compared by rules of its own (parameters.ts); here are their schemas. */
  #parameters(old: Operation, now: Operation, place: Place): void {
    const [before, after] = [byName(this.#before, old), byName(this.#after, now)];
    for (const [name, { parameter, reference }] of after) {
      const one = before.get(name);
      if (one === undefined) continue;
      const schemas: Compare = (oldOne, nowOne, at) => this.#schemas.schema(schemaOf(oldOne), schemaOf(nowOne), into(at, "schema"));
      if (reference !== undefined && reference === one.reference) this.#schemas.part(reference, place, schemas);
      else schemas(one.parameter as unknown as Json, parameter as unknown as Json, into(place, name));
    }
  }

  #body(old: Json | undefined, now: Json | undefined, place: Place): void {
    const [isRequired, isRequiredNow] = [old, now].map((body) => isObject(body) && body["required"] === true);
    if (isRequired !== isRequiredNow) this.#member("body", "required", isRequired, isRequiredNow, place);
    this.#content(old, now, place);
  }

  #answer(old: Json | undefined, now: Json | undefined, place: Place): void {
    this.#content(old, now, place);
    const [links, linksNow] = [memberOf(old, "links"), memberOf(now, "links")];
    if (!isSame(links, linksNow)) this.#member("status", "links", links, linksNow, place);
    this.#named("header", memberOf(old, "headers"), memberOf(now, "headers"), into(place, "headers"), (...sides) => this.#header(...sides));
  }

  #header(old: Json | undefined, now: Json | undefined, place: Place): void {
    const [isRequired, isRequiredNow] = [old, now].map((header) => isObject(header) && header["required"] === true);
    if (isRequired !== isRequiredNow) this.#member("header", "required", isRequired, isRequiredNow, place);
    this.#schemas.schema(schemaOf(old), schemaOf(now), into(place, "schema"));
  }

  #content(old: Json | undefined, now: Json | undefined, place: Place): void {
    this.#named("media type", memberOf(old, "content"), memberOf(now, "content"), into(place, "content"), (one, other, at) => {
      const [encoding, encodingNow] = [memberOf(one, "encoding"), memberOf(other, "encoding")];
      if (!isSame(encoding, encodingNow)) this.#member("media type", "encoding", encoding, encodingNow, at);
      this.#schemas.schema(schemaOf(one), schemaOf(other), into(at, "schema"));
    });
  }

  /** Compares the members of two maps by their names, and tells which came and went. */
  #named(of: Change["of"], old: Json | undefined, now: Json | undefined, place: Place, compare: Compare): void {
    const [before, after] = [old, now].map((map) => new Map(isObject(map) ? Object.entries(map as Named) : []));
    for (const name of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
      const at = into(place, name);
      const [one, other] = [before?.get(name), after?.get(name)];
      if (one !== undefined && other !== undefined) this.#shared(one, other, at, compare);
      else if (one !== undefined) this.#changes.push({ ...at, of, kind: "removed", old: one });
      else if (other !== undefined) this.#changes.push({ ...at, of, kind: "added", now: other });
    }
  }

  #shared(old: Json, now: Json, place: Place, compare: Compare): void {
    const reference = referenceOf(now);
    if (reference !== undefined && reference === referenceOf(old)) this.#schemas.part(reference, place, compare);
    else compare(...this.#schemas.resolve(old, now), place);
  }

  #member(of: Change["of"], member: string, old: Json | undefined, now: Json | undefined, place: Place): void {
    const sides = { ...(old !== undefined && { old }), ...(now !== undefined && { now }) };
    this.#changes.push({ ...place, of, kind: "modified", member, ...sides });
  }
}

/** The schema of a parameter, a header or a body; some are written by a media type. */
function schemaOf(node: Json | undefined): Json | undefined {
  const content = memberOf(node, "content");
  const first = isObject(content) ? Object.values(content as Named)[0] : undefined;
  return memberOf(node, "schema") ?? memberOf(first, "schema");
}

function memberOf(node: Json | undefined, name: string): Json | undefined {
  return isObject(node) ? (node[name] as Json | undefined) : undefined;
}
