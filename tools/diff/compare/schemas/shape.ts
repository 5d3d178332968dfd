import type { Document, Json } from "../../../openapi/document.ts";
import { lookUp, resolve } from "../../../openapi/resolve.ts";
import { isSame, listOf, mapOf } from "../../json.ts";
import type { Direction } from "../finding.ts";
import { type Keywords, keywordsOf } from "./keywords.ts";

/** A schema with its `$ref` and `allOf` parts merged. */
export interface Shape {
  readonly fields: ReadonlyMap<string, Json>;
  readonly required: readonly string[];
  readonly keywords: Keywords;
  /** Keywords that have a different value in another part of the schema. */
  readonly contradictions: readonly Keywords[];
}

interface Member {
  readonly kind: "field" | "required" | "keyword";
  readonly name: string;
  readonly value: Json;
  /** The shared part that contains the member, if `shared.ts` compares that part. */
  readonly from: string | undefined;
}

export function partsOf(document: Document, schema: Json | undefined, found: Set<string> = new Set()): Set<string> {
  const { $ref, allOf } = keywordsOf(schema);
  if (typeof $ref === "string" && !found.has($ref)) partsOf(document, lookUp(document, $ref), found.add($ref));
  for (const part of listOf(allOf)) partsOf(document, part, found);
  return found;
}

/** Omits members that both schemas inherit from the same part. A field that moved into or out of a part is included on both sides. */
export function shapesOf(
  [before, old]: readonly [Document, Json | undefined],
  [after, now]: readonly [Document, Json | undefined],
  isShared: (reference: string) => boolean,
  direction: Direction,
): readonly [Shape, Shape] {
  const sides = [membersOf(before, old, isShared), membersOf(after, now, isShared)] as const;
  const [one, other] = [inDirection(before, sides[0].members, direction), inDirection(after, sides[1].members, direction)];
  return [toShape(withoutShared(one, other), sides[0].contradictions), toShape(withoutShared(other, one), sides[1].contradictions)];
}

function withoutShared(members: ReadonlyMap<string, Member>, others: ReadonlyMap<string, Member>): Member[] {
  const isComparedThere = ([key, { from }]: [string, Member]): boolean =>
    from !== undefined && (!others.has(key) || others.get(key)?.from === from);
  return [...members].filter((entry) => !isComparedThere(entry)).map(([, member]) => member);
}

function toShape(members: readonly Member[], contradictions: readonly Keywords[]): Shape {
  const ofKind = (kind: Member["kind"]): (readonly [string, Json])[] =>
    members.filter((member) => member.kind === kind).map(({ name, value }) => [name, value] as const);
  return {
    fields: new Map(ofKind("field")),
    required: ofKind("required").map(([name]) => name),
    keywords: Object.fromEntries(ofKind("keyword")),
    contradictions,
  };
}

interface Members {
  readonly members: Map<string, Member>;
  readonly contradictions: Keywords[];
}

function membersOf(
  document: Document,
  schema: Json | undefined,
  isShared: (reference: string) => boolean,
  from?: string,
  visited: Set<string> = new Set(),
): Members {
  const { $ref, allOf, properties, required, ...keywords } = keywordsOf(schema);
  const own: Member[] = [
    ...[...mapOf(properties)].map(([name, value]) => ({ kind: "field" as const, name, value, from })),
    ...listOf(required).map((name) => ({ kind: "required" as const, name: String(name), value: true, from })),
    ...Object.entries(keywords).map(([name, value]) => ({ kind: "keyword" as const, name, value, from })),
  ];
  const whole: Members = { members: new Map(own.map((member) => [keyOf(member), member])), contradictions: [] };
  if (typeof $ref === "string" && !visited.has($ref)) {
    visited.add($ref);
    join(whole, membersOf(document, lookUp(document, $ref), isShared, from ?? (isShared($ref) ? $ref : undefined), visited));
  }
  for (const part of listOf(allOf)) join(whole, membersOf(document, part, isShared, from, visited));
  return whole;
}

function keyOf({ kind, name }: Member): string {
  return `${kind} ${name}`;
}

function join(whole: Members, part: Members): void {
  for (const [key, member] of part.members) {
    const own = whole.members.get(key);
    if (own === undefined) whole.members.set(key, member);
    else if (isSame(own.value, member.value)) continue;
    else if (member.kind === "field") whole.members.set(key, { ...own, value: { allOf: [own.value, member.value] } });
    else if (member.from === undefined) whole.contradictions.push({ [member.name]: member.value });
  }
  whole.contradictions.push(...part.contradictions);
}

function inDirection(document: Document, members: ReadonlyMap<string, Member>, direction: Direction): Map<string, Member> {
  const mark = direction === "request" ? "readOnly" : "writeOnly";
  const isHidden = (name: string): boolean => {
    const field = members.get(keyOf({ kind: "field", name, value: null, from: undefined }))?.value;
    return keywordsOf(field)[mark] === true || keywordsOf(resolve(document, field))[mark] === true;
  };
  return new Map([...members].filter(([, { kind, name }]) => kind === "keyword" || !isHidden(name)));
}

export function toSchema({ fields, required, keywords }: Shape): Json {
  return {
    ...keywords,
    ...(fields.size > 0 && { properties: Object.fromEntries(fields) }),
    ...(required.length > 0 && { required }),
  };
}
