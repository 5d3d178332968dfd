import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OpenApiDocument, type OperationVersion, readOperations, VersionTable } from "@crm-platform/mock/contract";
import { operationTable } from "@crm-platform/types";
import { pageOfOperation } from "../../packages/mock/src/web/operationPage.ts";
import type { Document, Operation as DocumentOperation } from "../openapi/document.ts";
import { componentsBelow } from "../openapi/resolve.ts";
import { buildModel } from "../pipeline/model/build.ts";
import { type BuiltInProperties, readBuiltInProperties } from "../pipeline/model/builtInProperties.ts";
import type { Area, Evidence, Operation } from "../pipeline/model/model.ts";
import { repository } from "../repository.ts";

export interface OperationFacts extends Operation {
  readonly href: string;
  /** Contains the details that are not in the model. */
  readonly source: DocumentOperation;
  /** All versions, oldest first, including the described one. Empty if there is no other. */
  readonly versions: readonly OperationVersion[];
}

export interface AreaFacts extends Area {
  readonly href: string;
  readonly operations: readonly OperationFacts[];
}

export interface EvidenceFacts extends Evidence {
  /** `shared` for facts of several areas. */
  readonly area: string;
}

export interface Facts {
  readonly document: Document;
  readonly areas: readonly AreaFacts[];
  readonly operations: readonly OperationFacts[];
  readonly evidence: readonly EvidenceFacts[];
  readonly builtIn: BuiltInProperties;
}

const areasOfData: Readonly<Record<string, string>> = { associationTypes: "associations", defaultEventProperties: "eventDefinitions" };

export async function readFacts(root: string): Promise<Facts> {
  const text = await readFile(join(root, "packages/types/src/generated/openapi.json"), "utf8");
  const document = JSON.parse(text) as Document;
  const model = buildModel(document);
  const builtIn = readBuiltInProperties(join(root, repository.builtIn));
  const table = new VersionTable(document as unknown as OpenApiDocument);
  const described = readOperations(document as unknown as OpenApiDocument);
  const versions = new Map(described.map((operation) => [operation.operationId, table.versionsOf(operation)]));
  const operations = model.operations.map((operation): OperationFacts => {
    const source = document.paths?.[operation.path]?.[operation.method.toLowerCase()] as DocumentOperation;
    return { ...operation, href: operationHref(operation.id), source, versions: versions.get(operation.id) ?? [] };
  });
  const areas = model.areas.map((area) => ({
    ...area,
    href: `/operations/${area.name}/index.md`,
    operations: operations.filter((operation) => operation.area === area.name),
  }));
  const areaOf = areasOfEvidence(document, operations);
  const evidence = model.evidence.map((mark) => ({ ...mark, area: areaOf(mark) }));
  return { document, areas, operations, evidence, builtIn };
}

/** A fact belongs to the area of its operation, or to the only area whose operations refer to its component. */
function areasOfEvidence(document: Document, operations: readonly OperationFacts[]): (mark: Evidence) => string {
  const users = new Map<string, Set<string>>();
  for (const { area, source } of operations) {
    for (const component of componentsBelow(document, source)) {
      users.set(component, (users.get(component) ?? new Set()).add(area));
    }
  }
  const areas = new Set(operations.map(({ area }) => area));
  return ({ pointer, place }) => {
    const [area = ""] = place.split(".");
    if (areas.has(area)) return area;
    const [, component = ""] = /^#\/components\/([^/]+\/[^/]+)/.exec(pointer) ?? [];
    const [only, ...others] = users.get(component) ?? [];
    return (others.length === 0 ? only : undefined) ?? areasOfData[pointer.split("/")[2] ?? ""] ?? "shared";
  };
}

export function operationHref(id: string): string {
  return `/${pageOfOperation(id)}.md`;
}

export function isOperationId(text: string): boolean {
  return Object.hasOwn(operationTable, text);
}
