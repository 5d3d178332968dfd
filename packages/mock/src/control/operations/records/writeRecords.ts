import { invalidRequest, Rejection } from "../../../contract/errors/rejection.ts";
import type { RecordDetails, RecordInput, RecordState, ValueWithTimestamp } from "../../../generated/control/schemas.ts";
import { rejectIfAny } from "../../../handlers/common/problems.ts";
import { timestampOf } from "../../../handlers/common/timestamps.ts";
import { archiveRecord as archive } from "../../../handlers/records/archive.ts";
import { allDefinitions, definitionsOf } from "../../../handlers/records/definitions.ts";
import { mergedInto, mergedIntoProperty } from "../../../handlers/records/mergedRecords.ts";
import { anObjectType, knownType, type ObjectType, objectTypeOf } from "../../../handlers/records/objectTypes.ts";
import { valueProblems } from "../../../handlers/records/propertyValues.ts";
import { isGone } from "../../../handlers/records/recyclingBin.ts";
import { limitedHistory, timeAfter } from "../../../handlers/records/values.ts";
import type { AccountStore } from "../../../store/accountStore.ts";
import { historyOf } from "../../../store/records/recordStore.ts";
import type { ControlContext } from "../../context.ts";
import { changeRecords } from "../../existingAccount.ts";
import { shownRecord, shownVersion } from "../../state/records.ts";
import { writeState } from "../../state/state.ts";
import { detailsOf, recordOf } from "./readRecords.ts";

const sourceType = "CRM_UI";

interface RecordPath {
  readonly objectType: string;
  readonly recordId: string;
}

/** @throws Rejection when the account or the object type does not exist, the id is already in use, or a value is invalid */
export async function createRecord(
  context: ControlContext,
  accountId: number,
  objectType: string,
  { id: wanted, properties = {} }: RecordInput,
): Promise<RecordDetails> {
  const type = objectTypeOf(objectType);
  if (!type) throw wrong("objectType", "objectType", `must be ${anObjectType}`);
  return changeRecords(context, accountId, async ({ account, now }) => {
    await rejectInvalid(account, type.typeId, properties);
    const id = wanted ?? String((await account.records.lastId(type.typeId)) + 1);
    const [taken] = await account.records.find(type.typeId, [id]);
    if (taken) throw wrong("id", "unique", "must not be the id of an existing record");
    const timestamp = timestampOf(now);
    const versions = Object.entries(properties).map(([name, value]): [string, ValueWithTimestamp[]] => [
      name,
      [{ value, timestamp, sourceType }],
    ]);
    return write(account, type, { id, properties: Object.fromEntries(versions) }, now);
  });
}

export async function setRecord(
  context: ControlContext,
  accountId: number,
  { objectType, recordId }: RecordPath,
  values: Readonly<Record<string, string>>,
): Promise<RecordDetails> {
  return changeRecords(context, accountId, async ({ account, now }) => {
    const record = await recordOf(account, objectType, recordId);
    if (record.archivedAt !== null)
      throw wrong("recordId", "archived", "must be the id of a record that is not archived; restore it first");
    const changed = Object.entries(values).filter(([name, value]) => !isEqual(historyOf(record, name)[0]?.value, value));
    if (changed.length === 0) return detailsOf(record);
    await rejectInvalid(account, record.objectType, Object.fromEntries(changed));
    const updatedAt = timestampOf(now);
    const properties = changed.map(([name, value]): [string, ValueWithTimestamp[]] => {
      const earlier = historyOf(record, name);
      const timestamp = timestampOf(timeAfter(earlier, now));
      return [name, limitedHistory([{ value, timestamp, sourceType }, ...earlier.map(shownVersion)])];
    });
    const state = shownRecord(record);
    const whole = { ...state, updatedAt, properties: { ...state.properties, ...Object.fromEntries(properties) } };
    return write(account, knownType(objectType), whole, now);
  });
}

export async function archiveRecord(context: ControlContext, accountId: number, { objectType, recordId }: RecordPath): Promise<void> {
  await changeRecords(context, accountId, async ({ account, now }) => {
    const record = await recordOf(account, objectType, recordId);
    await archive(knownType(record.objectType), record.id, { store: account, now });
  });
}

/** @throws Rejection when the record does not exist or can no longer be restored */
export async function restoreRecord(
  context: ControlContext,
  accountId: number,
  { objectType, recordId }: RecordPath,
): Promise<RecordDetails> {
  return changeRecords(context, accountId, async ({ account, now }) => {
    const record = await recordOf(account, objectType, recordId);
    if (record.archivedAt === null) return detailsOf(record);
    const remaining = mergedInto(record);
    if (remaining !== undefined)
      throw wrong("recordId", "merged", `must not be the id of a record that was merged into record ${remaining}`);
    if (isGone(record, now)) throw wrong("recordId", "archived", "must be the id of a record that was archived less than 90 days ago");
    const restored = { ...record, archivedAt: null, updatedAt: now };
    await account.records.put([restored]);
    return detailsOf(restored);
  });
}

/** Treats CR LF and LF as equal, because browsers send each line break as CR LF. */
function isEqual(present: string | undefined, value: string): boolean {
  return present?.replaceAll("\r\n", "\n") === value.replaceAll("\r\n", "\n");
}

/** Accepts properties without a definition, which become strings, as in a seed. */
async function rejectInvalid({ records }: AccountStore, typeId: string, values: Readonly<Record<string, string>>): Promise<void> {
  if (Object.hasOwn(values, "")) throw wrong("properties", "propertyNames", "must not contain an empty name");
  const known = await allDefinitions(records, typeId);
  const added = Object.keys(values).filter((name) => !known.has(name) && name !== mergedIntoProperty);
  const definitions = new Map(await definitionsOf(records, typeId));
  for (const name of added) definitions.set(name, { name, unique: false });
  rejectIfAny(valueProblems(definitions, values, "properties"));
}

async function write(account: AccountStore, { typeId, plural }: ObjectType, record: RecordState, now: number): Promise<RecordDetails> {
  const field = `records.${plural}[0].`;
  try {
    await writeState(account, { records: { [plural]: [record] } }, { now, replaces: false });
  } catch (error) {
    if (!(error instanceof Rejection) || error.problems.length === 0) throw error;
    const own = (text: string) => text.replace(field, "");
    throw invalidRequest(error.problems.map((problem) => ({ ...problem, in: own(problem.in), message: own(problem.message) })));
  }
  return detailsOf(await recordOf(account, typeId, record.id));
}

function wrong(field: string, code: string, rule: string): Rejection {
  return invalidRequest([{ in: field, code, message: `${field} ${rule}` }]);
}
