import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { describeDifferences } from "../contract/openapi/versionDifferences.ts";
import { compareVersions, VersionTable, versionIn } from "../contract/openapi/versions.ts";

interface Calls {
  count: number;
  readonly byApp: Map<number, number>;
}

export interface CalledVersion {
  readonly operationId: string;
  readonly version: string;
  readonly method: string;
  readonly path: string;
  readonly calls: number;
  readonly apps: { readonly appId: number; readonly calls: number }[];
  /** The date in the form `YYYY-MM-DD`; `null` if the version does not end. */
  readonly endsOn: string | null;
  readonly replacement: string | null;
  readonly differences: string[];
}

/** Limits the memory of a mock that runs for long, because tests create many apps. */
const maxApps = 1_000;

/** Counts the calls of each version of an operation since the start. */
export class CalledVersions {
  readonly #calls = new Map<Operation, Calls>();

  add(operation: Operation, appId: number | undefined): void {
    let calls = this.#calls.get(operation);
    if (calls === undefined) {
      calls = { count: 0, byApp: new Map() };
      this.#calls.set(operation, calls);
    }
    calls.count += 1;
    if (appId === undefined) return;
    const { byApp } = calls;
    const count = byApp.get(appId);
    if (count !== undefined || byApp.size < maxApps) byApp.set(appId, (count ?? 0) + 1);
  }

  list(): CalledVersion[] {
    return [...this.#calls].map(([operation, calls]) => calledVersion(operation, calls)).sort(byEnd);
  }

  /**
   * Ignores versions that neither end nor have a replacement that is not older.
   * @throws Error with a list of the calls in versions that are older than a version
   */
  rejectOlderThan(version: string, document: OpenApiDocument): void {
    const table = new VersionTable(document);
    const older = [...this.#calls].filter(([operation]) => {
      const isOld = compareVersions(versionOf(operation), version) < 0;
      const versions = table.versionsOf(operation.version?.described ?? operation);
      return isOld && (operation.sunset?.date || versions.some(({ version: { name } }) => compareVersions(name, version) >= 0));
    });
    if (older.length === 0) return;
    const calls = older.map(([operation, own]) => calledVersion(operation, own)).sort(byEnd);
    throw new Error([`The mock received calls in versions before ${version}:`, ...calls.map((one) => `- ${described(one)}`)].join("\n"));
  }
}

function described({ method, path, operationId, version, calls, apps, endsOn, replacement }: CalledVersion): string {
  const callers = apps.length === 0 ? "" : ` by app ${apps.map(({ appId }) => appId).join(", ")}`;
  const end = endsOn === null ? "" : `, ends on ${endsOn}`;
  const advice = replacement === null ? "" : `; use ${replacement}`;
  return `${method} ${path} (${operationId}, ${version}): ${calls} ${calls === 1 ? "call" : "calls"}${callers}${end}${advice}`;
}

function calledVersion(operation: Operation, { count, byApp }: Calls): CalledVersion {
  const { operationId, method, path, version, sunset } = operation;
  return {
    operationId,
    version: versionOf(operation),
    method,
    path,
    calls: count,
    apps: [...byApp].map(([appId, calls]) => ({ appId, calls })),
    endsOn: sunset?.date ?? null,
    replacement: sunset?.replacement ?? null,
    differences: describeDifferences(version?.differences ?? []),
  };
}

function versionOf({ version, path }: Operation): string {
  return version?.name ?? versionIn(path);
}

/** Versions that do not end come last. */
function byEnd(one: CalledVersion, other: CalledVersion): number {
  const [end, otherEnd] = [one.endsOn ?? "9", other.endsOn ?? "9"];
  return end === otherEnd ? 0 : end < otherEnd ? -1 : 1;
}
