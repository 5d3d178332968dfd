import type { Context, Hono } from "hono";
import type { BodyData } from "hono/utils/body";
import { invalidRequest, Refusal } from "../../../contract/errors/refusal.ts";
import type { Problem } from "../../../contract/message.ts";
import { smallBodyLimit } from "../../../contract/request/bodySize.ts";
import { shownRecord } from "../../../control/state/records.ts";
import type { RecordState, ValueWithTimestamp } from "../../../generated/control/schemas.ts";
import { timestampOf } from "../../../handlers/common/timestamps.ts";
import { alwaysReturned } from "../../../handlers/records/builtInProperties.ts";
import { objectTypeOf } from "../../../handlers/records/objectTypes.ts";
import type { AccountStore } from "../../../store/store.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../sites.ts";
import { formLimit, formOf, refusalOf, statusOf } from "../forms.tsx";
import { doneAt } from "../notes.ts";
import { accountOf, accountPath } from "../ofAccount.ts";
import { consolePage } from "../page.tsx";
import { RecordForm, type TypedRecord } from "./recordForm.tsx";
import { recordAddress } from "./recordList.tsx";
import { pluralOf } from "./recordName.ts";

/** A value of the form that is larger stays as it is: the form could not carry many of them. */
const maxEditableLength = 2_000;
const maxEditable = 50;
/** The size of the values shown, as a browser sends them. The other half of the form's limit is for what is typed. */
const maxShownBytes = smallBodyLimit / 2;
/** Where a value comes from that was typed here. */
const sourceType = "CRM_UI";

/** Adds and edits records. Each is read and seeded in one transaction, so that no change in between is lost. */
export function addRecordEditing(app: Hono<Bindings>, parts: Parts): void {
  const { seedFrom, store } = parts;
  const ofAll = `${accountPath}/records` as const;
  const ofOne = `${ofAll}/:objectType/:recordId/edit` as const;

  app.get(`${ofAll}/new`, async (context) => {
    const accountId = await accountOf(context, parts);
    return newPage(accountId, { type: context.req.query("type") ?? "", id: "", properties: [] });
  });
  app.post(`${ofAll}/new`, formLimit, async (context) => {
    const accountId = await accountOf(context, parts);
    const typed = typedRecord(await formOf(context.req));
    let id = typed.id;
    const refusal = await refusalOf(() =>
      seedFrom(accountId, async (account) => {
        const typeId = typeIdOf(typed.type);
        if (id !== "" && !isRecordId(id)) throw wrongId(typed.type);
        id ||= String((await account.records.lastId(typeId)) + 1);
        if ((await account.records.find(typeId, [id])).length > 0) throw takenId(typed.type);
        return { records: { [typed.type]: [{ id, properties: Object.fromEntries(namedIn(typed)) }] } };
      }),
    );
    return refusal ? newPage(accountId, typed, refusal) : saved(context, accountId, typed.type, id);
  });
  app.get(ofOne, async (context) => {
    const accountId = await accountOf(context, parts);
    const { type, typeId, id } = addressIn(context);
    return editPage(accountId, typedOf(type, await recordOf(store.account(accountId), typeId, id)));
  });
  app.post(ofOne, formLimit, async (context) => {
    const accountId = await accountOf(context, parts);
    const { type, typeId, id } = addressIn(context);
    const typed = { ...typedRecord(await formOf(context.req)), type, id };
    const refusal = await refusalOf(() =>
      seedFrom(accountId, async (account, now) => {
        const record = await recordOf(account, typeId, id);
        return { records: { [type]: [changed(record, namedIn(typed), timestampOf(now))] } };
      }),
    );
    if (refusal?.category === "OBJECT_NOT_FOUND") throw refusal;
    return refusal ? editPage(accountId, typed, refusal) : saved(context, accountId, type, id);
  });
}

function newPage(accountId: number, typed: TypedRecord, refusal?: Refusal): Promise<Response> {
  const path = `/console/accounts/${accountId}/records`;
  const children = <RecordForm path={`${path}/new`} back={path} typed={typed} refusal={refusal} />;
  return consolePage({ title: "Add a record", current: path, accountId, children }, statusOf(refusal));
}

function editPage(accountId: number, typed: TypedRecord, refusal?: Refusal): Promise<Response> {
  const path = `/console/accounts/${accountId}/records`;
  const own = recordAddress(path, typed.type, typed.id);
  const children = <RecordForm path={`${own}/edit`} back={own} typed={typed} refusal={refusal} isExisting />;
  return consolePage({ title: `Edit ${pluralOf(typed.type)}/${typed.id}`, current: path, accountId, children }, statusOf(refusal));
}

function saved({ redirect }: Context, accountId: number, type: string, id: string): Response {
  return redirect(doneAt(recordAddress(`/console/accounts/${accountId}/records`, typeIdOf(type), id), "record-saved"), 303);
}

function typeIdOf(type: string): string {
  return objectTypeOf(type)?.typeId ?? type;
}

/** Which record the path of a request is about. */
function addressIn({ req }: Context<Bindings>): { type: string; typeId: string; id: string } {
  const { objectType = "", recordId = "" } = req.param() as Record<string, string>;
  const typeId = typeIdOf(objectType);
  return { type: pluralOf(typeId), typeId, id: recordId };
}

/** @throws Refusal when the account has no such record */
async function recordOf(account: AccountStore, typeId: string, id: string): Promise<RecordState> {
  const [record] = await account.records.find(typeId, [id]);
  if (!record) throw new Refusal("OBJECT_NOT_FOUND", "The account does not have this record.");
  return shownRecord(record);
}

function isRecordId(id: string): boolean {
  return /^[1-9][0-9]{0,14}$/.test(id);
}

/** Says in words what the control API's document says with a pattern. */
function wrongId(type: string): Refusal {
  const field = `records.${type}[0].id`;
  return invalidRequest([
    { in: field, code: "pattern", message: `${field} must be a whole number of at most 15 digits, without leading zeros` },
  ]);
}

function takenId(type: string): Refusal {
  const field = `records.${type}[0].id`;
  return invalidRequest([
    { in: field, code: "unique", message: `${field} must not be the id of a record that exists. Edit that record instead` },
  ]);
}

function typedRecord(fields: BodyData<{ all: true }>): TypedRecord {
  const [names, values] = [textsIn(fields, "name"), textsIn(fields, "value")];
  const rows = Array.from(
    { length: Math.max(names.length, values.length) },
    (_, index) => [names[index] ?? "", values[index] ?? ""] as const,
  );
  return {
    type: (textsIn(fields, "type").at(-1) ?? "").trim(),
    id: (textsIn(fields, "id").at(-1) ?? "").trim(),
    // A browser sends every line break as two characters.
    properties: rows.map(([name, value]) => [name.trim(), value.replaceAll("\r\n", "\n")]),
  };
}

function textsIn(fields: BodyData<{ all: true }>, name: string): string[] {
  return [fields[name] ?? []].flat().filter((value) => typeof value === "string");
}

/**
 * The properties of a form without its empty rows.
 * @throws Refusal for a value without a name, a read-only property, or one name twice
 */
function namedIn({ properties }: TypedRecord): readonly (readonly [name: string, value: string])[] {
  const filled = properties.filter(([name, value]) => name !== "" || value !== "");
  const problems = filled.flatMap(([name], index): Problem[] => {
    if (name === "") return [{ in: "name", code: "required", message: "A property with a value must have a name" }];
    if (alwaysReturned.includes(name)) {
      return [{ in: "name", code: "readOnly", message: `The property ${name} must not be set: the mock derives it from the record` }];
    }
    const isFirst = filled.findIndex(([other]) => other === name) === index;
    return isFirst ? [] : [{ in: "name", code: "uniqueItems", message: `The property ${name.slice(0, 100)} must not be there twice` }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return filled;
}

/** What the form shows of a record. */
function typedOf(type: string, { id, properties = {} }: RecordState): TypedRecord {
  const all = Object.entries(properties).map(([name, value]) => [name, presentValue(value)] as const);
  let left = maxShownBytes;
  const editable = all
    .filter(([name, value]) => value.length <= maxEditableLength && !alwaysReturned.includes(name))
    .slice(0, maxEditable)
    .filter((property) => {
      left -= sentBytes(property);
      return left >= 0;
    });
  return { type, id, properties: editable, omitted: all.length - editable.length };
}

function sentBytes([name, value]: readonly [name: string, value: string]): number {
  return new URLSearchParams({ name, value: value.replaceAll(/\r?\n/g, "\r\n") }).toString().length + 1;
}

/** A record with the values that changed in front of their histories. */
function changed(record: RecordState, typed: readonly (readonly [string, string])[], now: string): RecordState {
  const properties = new Map(Object.entries(record.properties ?? {}));
  for (const [name, value] of typed) {
    const known = properties.get(name);
    // A browser sends every line break as CR LF, so the original form is unknown.
    if (known !== undefined && presentValue(known).replaceAll("\r\n", "\n") === value) continue;
    properties.set(name, [{ value, timestamp: now, sourceType }, ...historyOf(known, record.createdAt ?? now)]);
  }
  return { ...record, updatedAt: now, properties: Object.fromEntries(properties) };
}

function historyOf(value: string | readonly ValueWithTimestamp[] | undefined, createdAt: string): readonly ValueWithTimestamp[] {
  if (typeof value !== "string") return value ?? [];
  return [{ value, timestamp: createdAt, sourceType: "IMPORT" }];
}

function presentValue(value: string | readonly ValueWithTimestamp[]): string {
  return typeof value === "string" ? value : (value[0]?.value ?? "");
}
