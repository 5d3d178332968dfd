import type { InterfaceVersion, OpenApiDocument, VersionedInterface } from "./document.ts";
import { areaOf, type CalledVersion, type Operation } from "./operations.ts";

/** An operation as one version of its interface has it. */
export interface OperationVersion extends Operation {
  readonly version: CalledVersion;
}

interface Row extends InterfaceVersion {
  readonly name: string;
  readonly owner: VersionedInterface;
}

/** The versions of a document's interfaces, including the described ones. */
export class VersionTable {
  /** In the order in which their prefixes are compared with a path: the longest prefix comes first. */
  readonly rows: readonly Row[];
  /** The rows, and a second row for each version with another prefix. */
  readonly routes: readonly Row[];
  readonly #interfaces: readonly VersionedInterface[];

  constructor(document: OpenApiDocument) {
    this.#interfaces = Object.values(document["x-versions"]?.interfaces ?? {}).sort(longestFirst);
    const rows = this.#interfaces.flatMap((owner) => [
      { prefix: owner.prefix, name: versionIn(owner.prefix), owner },
      ...Object.entries(owner.versions).map(([name, version]) => ({ ...version, name, owner })),
    ]);
    this.rows = rows.sort(longestFirst);
    this.routes = rows.flatMap((row) => (row.otherPrefix ? [row, { ...row, prefix: row.otherPrefix }] : [row])).sort(longestFirst);
  }

  /** Returns `undefined` if the version does not have the operation. */
  operation(described: Operation, row: Row): OperationVersion | undefined {
    const { operationId, method } = described;
    if (this.#interfaceOf(described) !== row.owner) return undefined;
    const differences = (row.differences ?? []).filter(({ operations }) => operations.includes(operationId));
    if (differences.some(({ absent }) => absent)) return undefined;
    const { name, ends, owner } = row;
    const deprecatedAt = ends === undefined ? undefined : Date.parse(versionIn(owner.prefix));
    return {
      ...described,
      path: row.prefix + described.path.slice(owner.prefix.length),
      sunset: ends === undefined ? described.sunset : { date: ends, replacement: `${method} ${described.path}` },
      version: { name, described, deprecatedAt, differences },
    };
  }

  /** Returns all versions of a described operation, oldest first. */
  versionsOf(described: Operation): OperationVersion[] {
    const versions = this.rows.flatMap((row) => this.operation(described, row) ?? []);
    return versions.sort((one, other) => compareVersions(one.version.name, other.version.name));
  }

  #interfaceOf(operation: Operation): VersionedInterface | undefined {
    const area = areaOf(operation);
    return this.#interfaces.find(({ prefix, areas }) => areas.includes(area) && isBelow(operation.path, prefix));
  }
}

/** For example, returns `v3` for `/crm/v3/objects`. */
export function versionIn(path: string): string {
  return path.split("/").find(isVersion) ?? "";
}

export function isVersion(part: string): boolean {
  return /^(v\d{1,2}|\d{4}-\d{2})$/.test(part);
}

/** Numbered versions are older than dated ones. */
export function compareVersions(one: string, other: string): number {
  const [age, otherAge] = [one, other].map((name) => (name.startsWith("v") ? `0${name}` : name)) as [string, string];
  return age === otherAge ? 0 : age < otherAge ? -1 : 1;
}

export function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === "/");
}

function longestFirst(one: { readonly prefix: string }, other: { readonly prefix: string }): number {
  return other.prefix.length - one.prefix.length;
}
