import type { Context, Hono } from "hono";
import { invalidRequest, type Refusal } from "../../../contract/errors/refusal.ts";
import type { Problem } from "../../../contract/message.ts";
import { smallBodyLimit } from "../../../contract/request/bodySize.ts";
import type { RecordDetails } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { type FormBody, formLimit, formOf, refusalOf, statusOf } from "../components/forms.tsx";
import { cut } from "../components/text.tsx";
import { accountIn, accountPath, addressOf, consolePage, done } from "../page.tsx";
import { RecordForm, type TypedRecord } from "./recordForm.tsx";
import { RecordList } from "./recordList.tsx";
import { Associations, RecordPage } from "./recordPage.tsx";

const pageSize = 50;
// A record may have any number of associations.
const maxPerType = 25;

/** The records of an account and their associations: to look at, to create, to edit. */
export function addRecords(app: Hono<Bindings>, { control }: Parts): void {
  const ofAll = `${accountPath}/records` as const;
  const ofOne = `${ofAll}/:objectType/:recordId` as const;

  app.get(ofAll, async (context) => {
    const accountId = accountIn(context);
    const types = (await control.records.types(accountId)).filter(({ hasRecords }) => hasRecords);
    const text = context.req.query("q")?.trim() ?? "";
    const after = idIn(context.req.query("after"));
    const type = context.req.query("type") || types[0]?.name;
    const search = text === "" ? {} : { text };
    const page = type === undefined ? { results: [] } : await control.records.list(accountId, type, { ...search, after, limit: pageSize });
    const path = addressOf(accountId, "records");
    const children = <RecordList {...{ path, types, type, text, page, pageSize, isFirst: after === 0 }} />;
    return consolePage({ title: "Records", current: path, accountId, children });
  });
  app.get(`${ofAll}/new`, (context) => newPage(accountIn(context), { type: context.req.query("type") ?? "", id: "", properties: [] }));
  app.post(`${ofAll}/new`, formLimit, async (context) => {
    const accountId = accountIn(context);
    const typed = typedRecord(await formOf(context.req));
    let record: RecordDetails | undefined;
    const refusal = await refusalOf(async () => {
      const id = typed.id === "" ? {} : { id: typed.id };
      record = await control.records.create(accountId, typed.type, { ...id, properties: valuesIn(typed) });
    });
    return record ? done(context, addressOfRecord(accountId, record), "record-saved") : newPage(accountId, typed, refusal);
  });
  app.get(ofOne, async (context) => {
    const { accountId, objectType, recordId } = placeIn(context);
    const record = await control.records.get(accountId, objectType, recordId);
    const typeId = idIn(context.req.query("links"));
    const path = addressOf(accountId, "records");
    const title = record.name === "" ? `${record.objectType}/${record.id}` : cut(record.name, 150);
    const further = typeId === 0 ? {} : { typeId, after: idIn(context.req.query("after")) };
    const groups = await control.records.associations(accountId, objectType, recordId, { ...further, limit: maxPerType });
    const own = addressOfRecord(accountId, record);
    const associations = <Associations path={path} own={own} groups={groups} isPart={typeId !== 0} />;
    const children = <RecordPage {...{ path, own, record, associations, isPart: typeId !== 0 }} />;
    return consolePage({ title, current: path, accountId, children });
  });
  app.get(`${ofOne}/edit`, async (context) => {
    const { accountId, objectType, recordId } = placeIn(context);
    return editPage(accountId, typedOf(await control.records.get(accountId, objectType, recordId)));
  });
  app.post(`${ofOne}/edit`, formLimit, async (context) => {
    const { accountId, objectType, recordId } = placeIn(context);
    const typed = { ...typedRecord(await formOf(context.req)), type: objectType, id: recordId };
    let record: RecordDetails | undefined;
    const refusal = await refusalOf(async () => {
      record = await control.records.set(accountId, objectType, recordId, valuesIn(typed));
    });
    if (refusal?.category === "OBJECT_NOT_FOUND") throw refusal;
    return record ? done(context, addressOfRecord(accountId, record), "record-saved") : editPage(accountId, typed, refusal);
  });

  async function newPage(accountId: number, typed: TypedRecord, refusal?: Refusal): Promise<Response> {
    const path = addressOf(accountId, "records");
    const types = (await control.records.types(accountId)).map(({ name }) => name);
    const children = <RecordForm path={`${path}/new`} back={path} typed={typed} refusal={refusal} types={types} />;
    return consolePage({ title: "Add a record", current: path, accountId, children }, statusOf(refusal));
  }
}

function editPage(accountId: number, typed: TypedRecord, refusal?: Refusal): Promise<Response> {
  const path = addressOf(accountId, "records");
  const own = addressOfRecord(accountId, { objectType: typed.type, id: typed.id });
  const children = <RecordForm path={`${own}/edit`} back={own} typed={typed} refusal={refusal} />;
  return consolePage({ title: `Edit ${typed.type}/${typed.id}`, current: path, accountId, children }, statusOf(refusal));
}

/** Which record the path of a request is about. */
function placeIn(context: Context<Bindings>): { accountId: number; objectType: string; recordId: string } {
  const { objectType = "", recordId = "" } = context.req.param() as Record<string, string>;
  return { accountId: accountIn(context), objectType, recordId };
}

function addressOfRecord(accountId: number, { objectType, id }: Pick<RecordDetails, "objectType" | "id">): string {
  return `${addressOf(accountId, "records")}/${encodeURIComponent(objectType)}/${encodeURIComponent(id)}`;
}

/** An id in an address; 0 where there is none. */
function idIn(text = ""): number {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

function typedRecord(fields: FormBody): TypedRecord {
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

function textsIn(fields: FormBody, name: string): string[] {
  return [fields[name] ?? []].flat().filter((value) => typeof value === "string");
}

/** The properties of a form without its empty rows. @throws Refusal for a value without a name, or a name that comes twice */
function valuesIn({ properties }: TypedRecord): Record<string, string> {
  const filled = properties.filter(([name, value]) => name !== "" || value !== "");
  const problems = filled.flatMap(([name], index): Problem[] => {
    if (name === "") return [{ in: "name", code: "required", message: "A property with a value must have a name" }];
    const isFirst = filled.findIndex(([other]) => other === name) === index;
    return isFirst ? [] : [{ in: "name", code: "uniqueItems", message: `The property ${name.slice(0, 100)} must not be there twice` }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return Object.fromEntries(filled);
}

/** A value of the form that is larger stays as it is: the form could not carry many of them. */
const maxEditableLength = 2_000;
const maxEditable = 50;
/** The size of the shown values, as a browser sends them. The other half of the form's limit is for what is typed. */
const maxShownBytes = smallBodyLimit / 2;

/** What the form shows of a record. */
function typedOf({ objectType, id, properties }: RecordDetails): TypedRecord {
  const all = Object.entries(properties).map(([name, [present]]) => [name, present?.value ?? ""] as const);
  let left = maxShownBytes;
  const editable = all
    .filter(([, value]) => value.length <= maxEditableLength)
    .slice(0, maxEditable)
    .filter((property) => {
      left -= sentBytes(property);
      return left >= 0;
    });
  return { type: objectType, id, properties: editable, omitted: all.length - editable.length };
}

function sentBytes([name, value]: readonly [name: string, value: string]): number {
  return new URLSearchParams({ name, value: value.replaceAll(/\r?\n/g, "\r\n") }).toString().length + 1;
}
