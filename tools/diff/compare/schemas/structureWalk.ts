import type { Document, Json, Operation } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { escapePointer } from "../../../openapi/pointer.ts";
import type { Aligned } from "../../documents/align.ts";
import { referenceOf } from "../../documents/names.ts";
import { type Direction, isSame } from "../finding.ts";
import { byName } from "../parameters.ts";
import { findUses } from "../uses.ts";
import { type Change, into, type Place } from "./change.ts";
import { mapOf } from "./keywords.ts";
import { type Compare, SchemaWalk } from "./schemaWalk.ts";

/** Everything that differs in bodies, answers, headers and schemas of the operations that both documents have. */
export function walkStructure(aligned: Aligned): Change[] {
  return new StructureWalk(aligned).walk();
}

class StructureWalk {
  readonly #before: Document;
  readonly #after: Document;
  readonly #usesOf: ReturnType<typeof findUses>;
  readonly #schemas: SchemaWalk;
  readonly #changes: Change[] = [];

  constructor(aligned: Aligned) {
    const { before, after } = aligned;
    this.#before = before;
    this.#after = after;
    this.#usesOf = findUses(aligned);
    this.#schemas = new SchemaWalk(before, after);
  }

  walk(): Change[] {
    for (const [path, item] of Object.entries(this.#after.paths ?? {})) {
      for (const [method, operation] of Object.entries(item) as [string, Operation][]) {
        const old = this.#before.paths?.[path]?.[method] as Operation | undefined;
        if (old !== undefined) this.#operation(old, operation, ["paths", path, method]);
      }
    }
    this.#sharedSchemas();
    const found = this.#schemas.finish();
    return [...this.#changes, ...found];
  }

  /** They are types that people import, also where no operation comes to them by the same way before and after. */
  #sharedSchemas(): void {
    const [old, now] = [this.#before, this.#after].map(({ components }) => mapOf(components?.schemas as Json | undefined));
    for (const name of old?.keys() ?? []) {
      if (now?.has(name) !== true) continue;
      const { directions } = this.#usesOf(`schemas/${name}`);
      for (const direction of directions.length === 0 ? (["answer"] as const) : directions) {
        const reference = `#/components/schemas/${escapePointer(name)}`;
        this.#schemas.part(reference, { steps: [], direction }, (...sides) => this.#schemas.schema(...sides));
      }
    }
  }

  #operation(old: Operation, now: Operation, steps: readonly string[]): void {
    const place = (direction: Direction, step: string): Place => ({ steps: [...steps, step], direction });
    this.#parameters(old, now, place("request", "parameters"));
    const bodies = [old.requestBody, now.requestBody].map((body) => (body === undefined ? {} : { requestBody: body }) as unknown as Json);
    this.#named("body", bodies[0], bodies[1], { steps, direction: "request" }, (...sides) => this.#body(...sides));
    const [answers, answersNow] = [old.responses, now.responses] as unknown as (Json | undefined)[];
    this.#named("status", answers, answersNow, place("answer", "responses"), (...sides) => this.#answer(...sides));
  }

  /** Which parameters there are is compared by rules of its own (parameters.ts); here are their schemas. */
  #parameters(old: Operation, now: Operation, place: Place): void {
    const [before, after] = [byName(this.#before, old), byName(this.#after, now)];
    for (const [name, { parameter, reference }] of after) {
      const one = before.get(name);
      if (one === undefined) continue;
      const schemas: Compare = (...sides) => {
        const [oldOne, nowOne] = this.#schemas.resolve(sides[0], sides[1]);
        this.#schemas.schema(schemaOf(oldOne), schemaOf(nowOne), into(sides[2], "schema"));
      };
      if (reference !== undefined && reference === one.reference) this.#schemas.part(reference, place, schemas);
      else schemas(one.parameter as unknown as Json, parameter as unknown as Json, into(place, name));
    }
  }

  #body(old: Json | undefined, now: Json | undefined, place: Place): void {
    this.#member("body", "required", isRequired(old), isRequired(now), place);
    this.#content(old, now, place);
  }

  #answer(old: Json | undefined, now: Json | undefined, place: Place): void {
    this.#content(old, now, place);
    this.#member("status", "links", memberOf(old, "links"), memberOf(now, "links"), place);
    this.#named("header", memberOf(old, "headers"), memberOf(now, "headers"), into(place, "headers"), (...sides) => this.#header(...sides));
  }

  #header(old: Json | undefined, now: Json | undefined, place: Place): void {
    this.#member("header", "required", isRequired(old), isRequired(now), place);
    this.#schemas.schema(schemaOf(old), schemaOf(now), into(place, "schema"));
  }

  #content(old: Json | undefined, now: Json | undefined, place: Place): void {
    this.#named("media type", memberOf(old, "content"), memberOf(now, "content"), into(place, "content"), (one, other, at) => {
      this.#member("media type", "encoding", memberOf(one, "encoding"), memberOf(other, "encoding"), at);
      this.#schemas.schema(schemaOf(one), schemaOf(other), into(at, "schema"));
    });
  }

  /** Compares the members of two maps by their names, and tells which came and went. */
  #named(of: Change["of"], old: Json | undefined, now: Json | undefined, place: Place, compare: Compare): void {
    const [before, after] = [mapOf(old), mapOf(now)];
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const at = into(place, name);
      const [one, other] = [before.get(name), after.get(name)];
      if (one !== undefined && other !== undefined) {
        this.#shared(one, other, at, compare);
      } else {
        const [whole, wholeNow] = this.#schemas.resolve(one, other);
        this.#changes.push({ ...at, of, kind: one === undefined ? "added" : "removed", old: whole, now: wholeNow });
      }
    }
  }

  #shared(old: Json, now: Json, place: Place, compare: Compare): void {
    const reference = referenceOf(now);
    const whole: Compare = (one, other, at) => compare(...this.#schemas.resolve(one, other), at);
    if (reference !== undefined && reference === referenceOf(old)) this.#schemas.part(reference, place, whole);
    else whole(old, now, place);
  }

  #member(of: Change["of"], member: string, old: Json | undefined, now: Json | undefined, place: Place): void {
    if (!isSame(old, now)) this.#changes.push({ ...place, of, kind: "modified", member, old, now });
  }
}

/** The schema of a parameter, a header or a body; some are written by a media type. */
function schemaOf(node: Json | undefined): Json | undefined {
  const content = memberOf(node, "content");
  const [first] = mapOf(content).values();
  return memberOf(node, "schema") ?? memberOf(first, "schema");
}

function isRequired(node: Json | undefined): boolean {
  return memberOf(node, "required") === true;
}

function memberOf(node: Json | undefined, name: string): Json | undefined {
  return isObject(node) ? (node[name] as Json | undefined) : undefined;
}
