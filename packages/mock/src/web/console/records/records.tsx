import type { Context, Hono } from "hono";
import { Refusal } from "../../../contract/errors/refusal.ts";
import { objectTypeOf } from "../../../handlers/records/objectTypes.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../sites.ts";
import { cut } from "../cut.tsx";
import { accountOf, accountPath } from "../ofAccount.ts";
import { consolePage } from "../page.tsx";
import { addRecordEditing } from "./recordEditing.tsx";
import { type Further, linksOf } from "./recordLinks.ts";
import { RecordList } from "./recordList.tsx";
import { nameOfRecord, pluralOf } from "./recordName.ts";
import { RecordPage } from "./recordPage.tsx";
import { recordPage, searchRecords } from "./recordSearch.ts";

/** The records of an account and their associations, as they are now. */
export function addRecords(app: Hono<Bindings>, parts: Parts): void {
  addRecordEditing(app, parts);
  app.get(`${accountPath}/records`, async (context) => listPage(context, parts));
  app.get(`${accountPath}/records/:objectType/:recordId`, async (context) => singlePage(context, parts));
}

async function listPage(context: Context<Bindings>, parts: Parts): Promise<Response> {
  const accountId = await accountOf(context, parts);
  const account = parts.store.account(accountId);
  const types = await account.records.types();
  const text = context.req.query("q")?.trim() ?? "";
  const after = idIn(context.req.query("after"));
  const asked = context.req.query("type");
  const type = asked === undefined ? types[0] : (objectTypeOf(asked)?.typeId ?? asked);
  const path = pathOf(accountId);
  const read = async (of: string) => (text === "" ? recordPage(account.records, of, after) : searchRecords(account, of, text, after));
  const page = type === undefined ? { records: [], next: undefined } : await read(type);
  const children = <RecordList path={path} types={types} type={type} text={text} isFirst={after < 0} page={page} />;
  return consolePage({ title: "Records", current: path, accountId, children });
}

/** @throws Refusal when the account has no such record */
async function singlePage(context: Context<Bindings>, parts: Parts): Promise<Response> {
  const accountId = await accountOf(context, parts);
  const account = parts.store.account(accountId);
  const { objectType = "", recordId = "" } = context.req.param() as Record<string, string>;
  const typeId = objectTypeOf(objectType)?.typeId ?? objectType;
  const [record] = await account.records.find(typeId, [recordId]);
  if (!record) throw new Refusal("OBJECT_NOT_FOUND", "The account has no such record, or not any more.");
  const links = await linksOf(account, typeId, recordId, furtherIn(context));
  const path = pathOf(accountId);
  const name = nameOfRecord(record);
  const title = name === "" ? `${pluralOf(typeId)}/${recordId}` : cut(name, 150);
  const children = <RecordPage path={path} record={record} name={name} links={links} isFurther={furtherIn(context) !== undefined} />;
  return consolePage({ title, current: path, accountId, children });
}

function pathOf(accountId: number): string {
  return `/console/accounts/${accountId}/records`;
}

/** A page begins after a record; -1 where it begins with the first. */
function idIn(text: string | undefined): number {
  const id = text === undefined || text === "" ? -1 : Number(text);
  return Number.isSafeInteger(id) ? id : -1;
}

/** Which links are asked for beyond the first of their type. */
function furtherIn({ req }: Context): Further | undefined {
  const typeId = Number(req.query("links") || Number.NaN);
  return Number.isSafeInteger(typeId) ? { typeId, after: idIn(req.query("after")) } : undefined;
}
