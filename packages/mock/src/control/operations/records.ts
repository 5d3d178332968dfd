import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import { mergedInto } from "../../handlers/records/mergedRecords.ts";
import { objectTypesNamed } from "../../handlers/records/objectTypes.ts";
import { isGone } from "../../handlers/records/recyclingBin.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredRecord } from "../../store/records/recordStore.ts";
import type { ControlContext } from "../context.ts";
import { changeRecords } from "../existingAccount.ts";

interface RecordPath {
  readonly objectType: string;
  readonly recordId: string;
}

/** @throws Rejection when the record does not exist or can no longer be restored */
export async function restoreRecord(context: ControlContext, accountId: number, { objectType, recordId }: RecordPath): Promise<void> {
  await changeRecords(context, accountId, async ({ account, now }) => {
    const record = await recordOf(account, objectType, recordId);
    if (record.archivedAt === null) return;
    const remaining = mergedInto(record);
    if (remaining !== undefined) throw notRestored("merged", `must not be the id of a record that was merged into record ${remaining}`);
    if (isGone(record, now)) throw notRestored("archived", "must be the id of a record that was archived less than 90 days ago");
    await account.records.put([{ ...record, archivedAt: null, updatedAt: now }]);
  });
}

function notRestored(code: string, rule: string): Rejection {
  return invalidRequest([{ in: "recordId", code, message: `recordId ${rule}` }]);
}

/** The record may be archived. An unknown object type has no records. */
export async function recordOf(account: AccountStore, objectType: string, id: string): Promise<StoredRecord> {
  const typeNamed = await objectTypesNamed([objectType], account);
  const [record] = await account.records.find(typeNamed(objectType)?.typeId ?? objectType, [id]);
  if (!record) throw new Rejection("OBJECT_NOT_FOUND", "The account has no record of this type with this id.");
  return record;
}
