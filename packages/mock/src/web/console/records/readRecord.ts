import type { ValueWithTimestamp } from "@crm-platform/types";
import { Rejection } from "../../../contract/errors/rejection.ts";
import { nameOfRecord } from "../../../control/recordName.ts";
import type { CallAsUser } from "../asUser.ts";

export interface ConsoleRecord {
  /** As in the address, for example `tickets`, `ticket` or `0-5`. */
  readonly objectType: string;
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archivedAt?: string | undefined;
  /** The properties that have a value or had one, each with its values, newest first. */
  readonly properties: Readonly<Record<string, readonly ValueWithTimestamp[]>>;
  /** The properties that only the service sets. */
  readonly readOnly: ReadonlySet<string>;
}

/** Reads a record, which may be archived, with all of its properties. */
export async function readRecord(call: CallAsUser, accountId: number, objectType: string, recordId: string): Promise<ConsoleRecord> {
  const read = (archived: boolean) => call(accountId, "records.get", { path: { objectType, recordId }, query: { archived } });
  const { id, createdAt, updatedAt, archived, archivedAt } = await read(false).catch((error: unknown) => {
    if (error instanceof Rejection && error.category === "OBJECT_NOT_FOUND") return read(true);
    throw error;
  });
  const { results: definitions } = await call(accountId, "properties.list", { path: { objectType } });
  // The names of all properties may not fit into a URL.
  const body = { inputs: [{ id }], properties: [], propertiesWithHistory: definitions.map(({ name }) => name) };
  const { results } = await call(accountId, "records.batchRead", { path: { objectType }, query: { archived }, body });
  const histories = results[0]?.propertiesWithHistory ?? {};
  const properties = Object.fromEntries(Object.entries(histories).filter(([, values]) => values.length > 0));
  const name = nameOfRecord((property) => properties[property]?.[0]?.value);
  const readOnly = new Set(definitions.flatMap((one) => (one.modificationMetadata?.readOnlyValue ? one.name : [])));
  return { objectType, id, name, createdAt, updatedAt, archivedAt, properties, readOnly };
}
