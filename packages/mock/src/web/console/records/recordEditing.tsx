import type { Context, Hono } from "hono";
import type { BodyData } from "hono/utils/body";
import type { Problem } from "../../../contract/message.ts";
import { invalidRequest, Refusal } from "../../../contract/refusal.ts";
import type { Control } from "../../../control/control.ts";
import type { RecordState, ValueWithTimestamp } from "../../../generated/control/schemas.ts";
import { objectTypeOf } from "../../../handlers/objectTypes.ts";
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
/** Where a value comes from that was typed here. */
const sourceType = "CRM_UI";

/** Adds and edits records, by what the control API offers: a snapshot to read, a seed to write. */
export function addRecordEditing(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
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
    const refusal = await refusalOf(async () => {
      const all = await recordsOf(control, accountId, typed.type);
      id ||= nextId(all);
      if (all.some((record) => record.id === id)) throw takenId(typed.type);
      const properties = Object.fromEntries(namedIn(typed));
      await control.seed(accountId, { records: { [typed.type]: [{ id, properties }] } });
    });
    return refusal ? newPage(accountId, typed, refusal) : saved(context, accountId, typed.type, id);
  });
  app.get(ofOne, async (context) => {
    const accountId = await accountOf(context, parts);
    const { type, record } = await recordIn(context, control, accountId);
    return editPage(accountId, typedOf(type, record));
  });
  app.post(ofOne, formLimit, async (context) => {
    const accountId = await accountOf(context, parts);
    const { type, record } = await recordIn(context, control, accountId);
    const typed = { ...typedRecord(await formOf(context.req)), type, id: record.id };
    const refusal = await refusalOf(async () => {
      const { now } = await control.clock.get(accountId);
      await control.seed(accountId, { records: { [type]: [changed(record, namedIn(typed), now)] } });
    });
    return refusal ? editPage(accountId, typed, refusal) : saved(context, accountId, type, record.id);
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
  const typeId = objectTypeOf(type)?.typeId ?? type;
  return redirect(doneAt(recordAddress(`/console/accounts/${accountId}/records`, typeId, id), "record-saved"), 303);
}

async function recordsOf(control: Control, accountId: number, type: string): Promise<readonly RecordState[]> {
  const { records = {} } = await control.snapshot(accountId);
  const name = pluralOf(objectTypeOf(type)?.typeId ?? type);
  return Object.hasOwn(records, name) ? (records[name] ?? []) : [];
}

/** @throws Refusal when the account has no such record */
async function recordIn({ req }: Context<Bindings>, control: Control, accountId: number): Promise<{ type: string; record: RecordState }> {
  const { objectType = "", recordId = "" } = req.param() as Record<string, string>;
  const record = (await recordsOf(control, accountId, objectType)).find(({ id }) => id === recordId);
  if (!record) throw new Refusal("OBJECT_NOT_FOUND", "The account does not have this record.");
  return { type: pluralOf(objectTypeOf(objectType)?.typeId ?? objectType), record };
}

function nextId(records: readonly RecordState[]): string {
  return String(records.reduce((largest, { id }) => Math.max(largest, Number(id)), 0) + 1);
}

function takenId(type: string): Refusal {
  const field = `records.${type}[0].id`;
  return invalidRequest([
    { in: field, code: "unique", message: `${field} must not be the id of a record that exists. Edit that record instead` },
  ]);
}

function typedRecord(fields: BodyData<{ all: true }>): TypedRecord {
  const values = textsIn(fields, "value");
  return {
    type: (textsIn(fields, "type").at(-1) ?? "").trim(),
    id: (textsIn(fields, "id").at(-1) ?? "").trim(),
    // A browser sends every line break as two characters.
    properties: textsIn(fields, "name").map((name, index) => [name.trim(), (values[index] ?? "").replaceAll("\r\n", "\n")]),
  };
}

function textsIn(fields: BodyData<{ all: true }>, name: string): string[] {
  return [fields[name] ?? []].flat().filter((value) => typeof value === "string");
}

/** The properties of a form without its empty rows. @throws Refusal for a value without a name, or one name twice */
function namedIn({ properties }: TypedRecord): readonly (readonly [name: string, value: string])[] {
  const filled = properties.filter(([name, value]) => name !== "" || value !== "");
  const problems = filled.flatMap(([name], index): Problem[] => {
    if (name === "") return [{ in: "name", code: "required", message: "A property with a value must have a name" }];
    const isFirst = filled.findIndex(([other]) => other === name) === index;
    return isFirst ? [] : [{ in: "name", code: "uniqueItems", message: `The property ${name.slice(0, 100)} must not be there twice` }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return filled;
}

/** What the form shows of a record. */
function typedOf(type: string, { id, properties = {} }: RecordState): TypedRecord {
  const all = Object.entries(properties).map(([name, value]) => [name, presentValue(value)] as const);
  const editable = all.filter(([, value]) => value.length <= maxEditableLength).slice(0, maxEditable);
  return { type, id, properties: editable, omitted: all.length - editable.length };
}

/** A record with the values that changed in front of their histories. */
function changed(record: RecordState, typed: readonly (readonly [string, string])[], now: string): RecordState {
  const properties = new Map(Object.entries(record.properties ?? {}));
  for (const [name, value] of typed) {
    const known = properties.get(name);
    // A line break may have come as one character or two; the form cannot tell.
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
