import type { Document, Json } from "../../openapi/document.ts";
import { componentsBelow } from "../../openapi/resolve.ts";
import { listOperations } from "../../pipeline/model/sources.ts";
import type { DocumentName } from "../documents/contracts.ts";
import { isSame, type JsonMap, mapOf, pairs } from "../json.ts";
import type { Difference, Direction, Documents, Place, Subject } from "./difference.ts";
import { compareExamples } from "./examples.ts";
import { generatedCode } from "./generated.ts";
import { compareNodes, type Kind } from "./nodes.ts";
import { type OperationPair, pairOperations } from "./operations.ts";
import { compareSchemas } from "./schemas.ts";
import { type OtherVersions, otherVersions } from "./versions.ts";

/** Lists the differences in the order of reports: operations, webhooks, components, and the document as a whole. */
export function compareDocuments(before: Document, after: Document, name: DocumentName): Difference[] {
  if (isSame(withoutVersion(before), withoutVersion(after))) return [];
  const documents = { before, after };
  const generated = generatedCode(documents, name);
  const operations = pairOperations(documents, generated);
  const versions = otherVersions(documents);
  const whole = wholeOf(before, versions.before, generated?.before.enums);
  const wholeNow = wholeOf(after, versions.after, generated?.after.enums);
  return [
    ...operations.flatMap(({ id, before: old, after: now }) => {
      const place = placeOf({ name: id, operations: [id], directions: [] }, "request");
      return [...compareNodes("operation", id, old, now, place, documents), ...compareExamples(old, now, place)];
    }),
    ...pairs(webhooksOf(before), webhooksOf(after)).flatMap(({ name, before: old, after: now }) =>
      compareNodes("webhook", name, old, now, placeOf({ name, operations: [], directions: ["response"] }, "response"), documents),
    ),
    ...compareComponents(operations, documents),
    ...compareNodes("document", "", whole, wholeNow, placeOf({ name: "document", operations: [], directions: [] }, "request"), documents),
  ];
}

function withoutVersion(document: Document): object {
  const { version: _version, "x-content-hash": _hash, ...info } = document.info;
  return { ...document, info };
}

function placeOf(subject: Subject, direction: Direction): Place {
  return { subject, part: "", field: "", direction };
}

function webhooksOf(document: Document): JsonMap {
  return Object.fromEntries(listOperations(document, "webhooks").map(({ id, operation }) => [id, operation as unknown as Json]));
}

/** Entries of `x-data` and enums are both exported as constants. */
function wholeOf(document: Document, versions: OtherVersions, enums: JsonMap = {}): Json {
  const { paths: _paths, webhooks: _webhooks, "x-versions": _versions, "x-data": data, ...others } = document;
  return { ...others, ...versions, constants: { ...mapOf(data), ...enums } } as unknown as Json;
}

/** The components that have a name in the published types, and the directions of those that have only one. */
const componentKinds: Readonly<Record<string, { readonly kind: Kind; readonly direction: Direction } | undefined>> = {
  schemas: undefined,
  parameters: { kind: "parameter", direction: "request" },
  requestBodies: { kind: "body", direction: "request" },
  responses: { kind: "response", direction: "response" },
  headers: { kind: "header", direction: "response" },
};

/** Includes components that no operation uses, because their types are exported. */
function compareComponents(operations: readonly OperationPair[], documents: Documents): Difference[] {
  const usesOf = findUses(operations, documents);
  const [old, now] = [componentsOf(documents.before), componentsOf(documents.after)];
  const changed = pairs(old, now).filter(({ before, after }) => !isSame(before, after));
  const subjects = changed.map((pair) => ({ ...pair, name: pair.name.replace(/^schemas\//, ""), component: pair.name }));
  return subjects
    .sort((one, other) => one.name.localeCompare(other.name, "en"))
    .flatMap(({ name, component, before, after }): Difference[] => {
      const kind = componentKinds[component.slice(0, component.indexOf("/"))];
      const uses = usesOf(component);
      const directions = kind === undefined ? uses.directions : [kind.direction];
      const subject: Subject = { name, operations: uses.operations, directions };
      const place = placeOf(subject, kind?.direction ?? "response");
      if (before === undefined || after === undefined) return [{ place, topic: "component", name: component, before, after }];
      if (kind !== undefined)
        return [...compareNodes(kind.kind, name, before, after, place, documents), ...compareExamples(before, after, place)];
      const used: readonly Direction[] = directions.length === 0 ? ["response"] : directions;
      return used.flatMap((direction) => compareSchemas(before, after, { ...place, direction }, documents));
    });
}

/** By kind and name, for example `schemas/Domain`. */
function componentsOf({ components }: Document): JsonMap {
  return Object.fromEntries(
    Object.keys(componentKinds).flatMap((kind) =>
      Object.entries(mapOf(components?.[kind])).map(([name, component]) => [`${kind}/${name}`, component] as const),
    ),
  );
}

/** Finds the operations that use a component in either document, and the directions in which existing operations and webhooks use it. */
function findUses(operations: readonly OperationPair[], { before, after }: Documents): (component: string) => Omit<Subject, "name"> {
  const uses = new Map<string, { readonly operations: Set<string>; readonly directions: Set<Direction> }>();
  const add = (document: Document, node: object, direction?: Direction, id?: string): void => {
    for (const component of componentsBelow(document, node)) {
      const use = uses.get(component) ?? { operations: new Set(), directions: new Set() };
      uses.set(component, use);
      if (id !== undefined) use.operations.add(id);
      if (direction !== undefined) use.directions.add(direction);
    }
  };
  for (const { id, before: old, after: now } of operations) {
    const isExisting = old !== undefined && now !== undefined;
    for (const [document, operation] of [[before, old] as const, [after, now] as const]) {
      const { parameters, requestBody, responses } = mapOf(operation);
      add(document, { parameters, requestBody }, isExisting ? "request" : undefined, id);
      add(document, { responses }, isExisting ? "response" : undefined, id);
    }
  }
  // A receiver of webhooks reads their bodies.
  for (const document of [before, after]) add(document, document.webhooks ?? {}, "response");
  return (component) => {
    const use = uses.get(component);
    const directions = (["request", "response"] as const).filter((direction) => use?.directions.has(direction));
    return { operations: [...(use?.operations ?? [])], directions };
  };
}
