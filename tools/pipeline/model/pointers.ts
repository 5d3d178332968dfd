import { pointerKeys } from "@crm-platform/mock/contract";
import { type Extensions, type Pagination, readExtension } from "../../openapi/extensions.ts";
import type { Problem } from "../../problems.ts";
import type { Batch, Body, Limit, Operation, Parameter, Result } from "./model.ts";
import type { SchemaNode } from "./schema.ts";
import { holds, isArray } from "./schemaFacts.ts";
import type { OperationSource } from "./sources.ts";

type Named = ReadonlyMap<string, SchemaNode>;

export interface Bodies {
  readonly byName: Named;
  readonly query: readonly Parameter[];
  readonly body: Body | undefined;
  readonly results: readonly Result[];
  readonly limits: readonly Limit[];
}

type Pointing = Pick<Operation, "pagination" | "batch" | "idempotencyKey">;

type Step = { readonly property: string } | "items";

interface Target {
  /** For example `/match/input`. */
  readonly member: string;
  readonly pointer: string;
  readonly into: "request" | "response";
  /** The path to the value at which the pointer starts. */
  readonly from?: readonly Step[];
  /** Another value at which the pointer may start. */
  readonly orFrom?: readonly Step[];
  readonly toList?: boolean;
  readonly inSome?: boolean;
}

/** @param problems collects the pointers that do not resolve */
export function readPointing(source: OperationSource, bodies: Bodies, problems: Problem[]): Pointing {
  const { operation } = source;
  const pages = readExtension("x-pagination", operation["x-pagination"]);
  const batch = readExtension("x-batch", operation["x-batch"]);
  const key = readExtension("x-idempotency-key", operation["x-idempotency-key"]);
  const report = (name: string, reasons: readonly Reason[]): unknown =>
    problems.push(...reasons.map((reason) => problemOf(source, name, reason)));
  if (pages) report("x-pagination", wrongPages(pages, bodies));
  if (batch) report("x-batch", wrongBatch(batch, bodies));
  if (key !== undefined) report("x-idempotency-key", wrongTargets([{ member: "", pointer: key, into: "request" }], bodies));
  return { pagination: pages, batch: batch && batchOf(batch, bodies), idempotencyKey: key === undefined ? undefined : pointerKeys(key) };
}

function batchOf({ inputs, sizeWith, results, match }: Extensions["x-batch"], { limits }: Bodies): Batch {
  const sizes = limits.filter(({ pointer }) => pointer === inputs).map(({ maxItems }) => maxItems);
  return { inputs, size: sizes.length === 0 ? undefined : Math.min(...sizes), sizeWith, results, match };
}

interface Reason {
  readonly member: string;
  readonly message: string;
}

function problemOf({ id, pointer }: OperationSource, name: string, { member, message }: Reason): Problem {
  return { file: "the bundle", pointer: `${pointer}/${name}${member}`, message: `${name} of ${id}: ${message}` };
}

function wrongPages(pages: Pagination, bodies: Bodies): Reason[] {
  const names = bodies.query.map(({ name }) => name);
  const parameters = Object.entries(pages).filter(
    (entry): entry is [string, string] => entry[0] !== "style" && typeof entry[1] === "string" && !entry[1].startsWith("/"),
  );
  const unknown = parameters.filter(([, value]) => !names.includes(value));
  const wrong = unknown.map(([member, value]) => ({
    member: `/${member}`,
    message: `The operation has no query parameter ${value}. ${names.length === 0 ? "It has no query parameters" : `Expected: one of ${names.join(", ")}`}.`,
  }));
  const isInBody = pages.style === "input" || (pages.style === "cursor" && pages.cursor.startsWith("/"));
  return [...wrong, ...wrongTargets(targetsOfPages(pages), bodies), ...(isInBody ? hiddenBody(bodies) : [])];
}

function targetsOfPages(pages: Pagination): Target[] {
  if (pages.style === "offset") {
    return [
      { member: "/items", pointer: pages.items, into: "response", toList: true },
      { member: "/total", pointer: pages.total, into: "response" },
    ];
  }
  if (pages.style === "chunks") {
    const inChunk = { into: "response", from: ["items"] } as const;
    return [
      { member: "/items", pointer: pages.items, ...inChunk, toList: true },
      { member: "/more", pointer: pages.more, ...inChunk },
      { member: "/next", pointer: pages.next, ...inChunk },
    ];
  }
  if (pages.style === "cursor") {
    const inBody = (["limit", "cursor"] as const).filter((member) => pages[member].startsWith("/"));
    return [
      ...inBody.map((member): Target => ({ member: `/${member}`, pointer: pages[member], into: "request" })),
      { member: "/items", pointer: pages.items, into: "response", toList: true },
      { member: "/next", pointer: pages.next, into: "response" },
      ...(pages.window === undefined ? [] : [{ member: "/window/total", pointer: pages.window.total, into: "response" as const }]),
    ];
  }
  const inInput = { into: "request", from: [...stepsOf(pages.inputs), "items"] } as const;
  const inResult = { into: "response", from: [...stepsOf(pages.results), "items"] } as const;
  return [
    { member: "/inputs", pointer: pages.inputs, into: "request", toList: true },
    { member: "/id", pointer: pages.id, ...inInput },
    { member: "/cursor", pointer: pages.cursor, ...inInput },
    { member: "/results", pointer: pages.results, into: "response", toList: true },
    { member: "/of", pointer: pages.of, ...inResult },
    { member: "/items", pointer: pages.items, ...inResult, toList: true },
    { member: "/next", pointer: pages.next, ...inResult },
  ];
}

function wrongBatch(batch: Extensions["x-batch"], bodies: Bodies): Reason[] {
  return [...wrongTargets(targetsOfBatch(batch), bodies), ...hiddenBody(bodies)];
}

function targetsOfBatch({ inputs, sizeWith, results, match }: Extensions["x-batch"]): Target[] {
  const lists: Target[] = [{ member: "/inputs", pointer: inputs, into: "request", toList: true }];
  if (sizeWith) lists.push({ member: "/sizeWith/list", pointer: sizeWith.list, into: "request", toList: true });
  if (results === undefined) return lists;
  lists.push({ member: "/results", pointer: results, into: "response", toList: true });
  if (match === undefined) return lists;
  const inInput = { into: "request", from: [...stepsOf(inputs), "items"] } as const;
  const inResult = { into: "response", from: [...stepsOf(results), "items"] } as const;
  const inError = { into: "response", from: [{ property: "errors" }, "items"], toList: true, inSome: true } as const;
  const { input, result, errors, variant, id, property } = match;
  return [
    ...lists,
    ...input.map((pointer, index) => ({ member: `/match/input/${index}`, pointer, ...inInput })),
    ...result.map((pointer, index) => ({ member: `/match/result/${index}`, pointer, ...inResult })),
    ...(errors === undefined ? [] : [{ member: "/match/errors", pointer: errors, ...inError }]),
    ...(variant === undefined ? [] : [inInput, inResult].map((start) => ({ member: "/match/variant", pointer: variant, ...start }))),
    ...(id === undefined ? [] : [{ member: "/match/id", pointer: id, ...inResult }]),
    ...(property === undefined
      ? []
      : [
          { member: "/match/property/name", pointer: property.name, into: "request" as const, orFrom: inInput.from },
          { member: "/match/property/values", pointer: property.values, ...inResult },
          ...(property.requested === undefined
            ? []
            : [{ member: "/match/property/requested", pointer: property.requested, into: "request" as const, toList: true }]),
        ]),
  ];
}

/** The engine does not find parts of a body that a call passes in a separate parameter. */
function hiddenBody({ body }: Bodies): Reason[] {
  if (body?.placement !== "member") return [];
  return [{ member: "", message: `A parameter and a property of the request body share a name, so a call passes the body in "body".` }];
}

function wrongTargets(targets: readonly Target[], { byName, body, results }: Bodies): Reason[] {
  return targets.flatMap(({ member, pointer, into, from = [], orFrom = from, toList = false, inSome = false }) => {
    const paths = [from, orFrom].map((start) => [...start, ...stepsOf(pointer)]);
    const bodies = into === "request" ? (body === undefined ? [] : [body]) : results.filter(({ mediaType }) => mediaType !== undefined);
    const isRight = ({ schema }: Pick<Body, "schema">): boolean =>
      schema !== undefined && paths.some((path) => leads(schema, path, byName, (end) => !toList || isArray(end, byName)));
    const areRight = bodies.length > 0 && (inSome ? bodies.some(isRight) : bodies.every(isRight));
    if (areRight) return [];
    const message = `"${pointer}" does not point to a ${toList ? "list" : "property"} in ${into === "request" ? "the request body" : inSome ? "any response" : "every successful response with a body"}.`;
    return [{ member, message }];
  });
}

function stepsOf(pointer: string): Step[] {
  return pointerKeys(pointer).map((property) => ({ property }));
}

/** The path must lead to a valid target in every alternative of the schema. */
function leads(node: SchemaNode, path: readonly Step[], byName: Named, isRight: (end: SchemaNode) => boolean): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return isRight(node);
  return holds(node, byName, (part) => {
    const next = step === "items" ? itemsOf(part) : propertyOf(part, step.property);
    return next !== undefined && leads(next, rest, byName, isRight);
  });
}

function itemsOf(node: SchemaNode): SchemaNode | undefined {
  return node.kind === "array" ? node.items : undefined;
}

/** A name that is not declared may be an additional property. */
function propertyOf(node: SchemaNode, name: string): SchemaNode | undefined {
  if (node.kind !== "object") return undefined;
  return node.properties.get(name) ?? (typeof node.additional === "object" ? node.additional : undefined);
}
