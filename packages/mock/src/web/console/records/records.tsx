import type { Hono } from "hono";
import { invalidRequest } from "../../../contract/errors/rejection.ts";
import type { Problem } from "../../../contract/message.ts";
import { nameProperties } from "../../../control/recordName.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { asUser } from "../asUser.ts";
import { type FormBody, textsIn } from "../components/forms.tsx";
import { cut } from "../components/text.tsx";
import { accountPath, addPage, addressOf } from "../page.tsx";
import { addressOfAssociation, addressOfRecord } from "./addresses.ts";
import { offeredProperties } from "./offeredProperties.ts";
import { readRecord } from "./readRecord.ts";
import { RecordForm, type TypedProperties, typedOf } from "./recordForm.tsx";
import { maxTextLength, type Page, RecordList } from "./recordList.tsx";
import { Associations, RecordPage } from "./recordPage.tsx";

const pageSize = 50;
const maxPerAssociationType = 25;

export function addRecords(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
  const call = asUser(parts);
  addPage(app, `${accountPath}/records`, {
    section: "records",
    actions: {
      save: {
        run: async ({ accountId, form, typed, context }) => {
          const objectType = typed["type"]?.trim() ?? "";
          const filled = Object.entries(valuesOf(propertiesIn(form))).filter(([, value]) => value !== "");
          const properties = Object.fromEntries(filled);
          const { id } = await call(accountId, "records.create", { path: { objectType }, body: { properties } });
          return context.redirect(`${addressOfRecord(accountId, { objectType, id })}?done=save`, 303);
        },
        fields: ["objectType"],
      },
    },
    render: async (view) => {
      const { accountId, path, query, attempt } = view;
      const { objectTypes } = await control.accounts.get(accountId);
      if (query["new"] !== undefined || attempt) {
        const properties = attempt ? filledIn(attempt.form) : [];
        const names = objectTypes.map(({ name }) => name);
        const type = attempt?.typed["type"] ?? query["new"] ?? "";
        const offered = await offeredProperties(call, accountId, type);
        const children = <RecordForm {...{ view, back: path, properties, offered, types: names, type }} />;
        return { title: "Add a record", children };
      }
      const types = objectTypes.filter(({ hasRecords }) => hasRecords);
      const type = query["type"] || types[0]?.name;
      const current = types.find((one) => type !== undefined && [one.name, one.typeId].includes(type));
      const displayProperties = [current?.displayProperty ?? []].flat().filter((name) => name !== "hs_object_id");
      const isArchived = query["archived"] === "true";
      const text = isArchived ? "" : (query["q"] ?? "").trim().slice(0, maxTextLength);
      const isFirst = query["after"] === undefined;
      const after = isFirst ? "0" : String(idIn(query["after"]));
      const page = type === undefined ? { results: [] } : await readPage(accountId, type, displayProperties, { text, isArchived, after });
      return { title: "Records", children: <RecordList {...{ path, types, type, displayProperties, text, isArchived, page, isFirst }} /> };
    },
  });
  addPage(app, `${accountPath}/records/:objectType/:recordId`, {
    section: "records",
    actions: {
      save: {
        run: async ({ accountId, params, form }) => {
          const { objectType = "", recordId = "" } = params;
          const values = valuesOf(propertiesIn(form));
          const { properties: current } = await readRecord(call, accountId, objectType, recordId);
          const properties = Object.fromEntries(
            Object.entries(values).filter(([name, value]) => !isEqual(current[name]?.[0]?.value ?? "", value)),
          );
          await call(accountId, "records.update", { path: { objectType, recordId }, body: { properties } });
        },
        notice: "The record was saved.",
      },
      archive: {
        run: ({ accountId, params: { objectType = "", recordId = "" } }) =>
          call(accountId, "records.archive", { path: { objectType, recordId } }),
        notice: "The record was archived.",
      },
      restore: {
        run: ({ accountId, params }) => control.records.restore(accountId, params["objectType"] ?? "", params["recordId"] ?? ""),
        notice: "The record was restored.",
      },
      associate: {
        run: async ({ accountId, params, typed, context }) => {
          const { type = "", id = "" } = typed;
          const record = await readRecord(call, accountId, params["objectType"] ?? "", params["recordId"] ?? "");
          const other = await readRecord(call, accountId, type.trim(), id.trim());
          return context.redirect(addressOfAssociation(accountId, record, other), 303);
        },
        fields: ["objectType", "recordId"],
      },
    },
    render: async (view) => {
      const { accountId, params, query, attempt } = view;
      const { objectType = "", recordId = "" } = params;
      const record = await readRecord(call, accountId, objectType, recordId);
      const path = addressOf(accountId, "records");
      const own = addressOfRecord(accountId, record);
      if (query["edit"] !== undefined || attempt?.action === "save") {
        const { properties, omitted } = typedOf(record);
        const shown = attempt ? filledIn(attempt.form, record.properties) : properties;
        const offered = await offeredProperties(call, accountId, objectType);
        const form = { view: { ...view, path: own }, back: own, properties: shown, offered, omitted };
        const children = <RecordForm {...form} />;
        return { title: `Edit ${record.objectType}/${record.id}`, children };
      }
      const typeId = idIn(query["links"]);
      const ofOneType = typeId === 0 ? {} : { typeId, after: idIn(query["after"]) };
      const groups = await control.records.associations(accountId, objectType, record.id, { ...ofOneType, limit: maxPerAssociationType });
      const types = (await control.accounts.get(accountId)).objectTypes.map(({ name }) => name);
      const associations = <Associations path={path} own={own} groups={groups} isPart={typeId !== 0} />;
      return {
        title: record.name === "" ? `${record.objectType}/${record.id}` : cut(record.name, 150),
        children:
          typeId === 0 ? <RecordPage {...{ path, own, record, associations, view: { ...view, path: own }, types }} /> : associations,
      };
    },
  });

  /** With a text, returns the records that the platform's search finds, which are not archived. */
  async function readPage(accountId: number, objectType: string, names: readonly string[], query: PageQuery): Promise<Page> {
    const { text, isArchived, after } = query;
    const page = { limit: pageSize, after, properties: [...nameProperties, ...names] };
    return text === ""
      ? call(accountId, "records.list", { path: { objectType }, query: { ...page, archived: isArchived } })
      : call(accountId, "records.search", { path: { objectType }, body: { ...page, query: text } });
  }
}

interface PageQuery {
  readonly text: string;
  readonly isArchived: boolean;
  readonly after: string;
}

/** Treats CR LF and LF as equal, because browsers send each line break as CR LF. */
function isEqual(current: string, value: string): boolean {
  return current.replaceAll("\r\n", "\n") === value.replaceAll("\r\n", "\n");
}

function idIn(text = ""): number {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

/** Converts CR LF, which browsers send for each line break, to a line feed. */
function propertiesIn(form: FormBody): TypedProperties {
  const [names, values] = [textsIn(form, "name"), textsIn(form, "value")];
  const rows = Array.from({ length: Math.max(names.length, values.length) }, (_, index) => {
    return [names[index]?.trim() ?? "", values[index]?.replaceAll("\r\n", "\n") ?? ""] as const;
  });
  return rows.filter(([name, value]) => name !== "" || value !== "");
}

/** Omits empty fields, except those of the properties that the record has. */
function filledIn(form: FormBody, current: object = {}): TypedProperties {
  return propertiesIn(form).filter(([name, value]) => value !== "" || Object.hasOwn(current, name));
}

function valuesOf(properties: TypedProperties): Record<string, string> {
  const problems = properties.flatMap(([name], index): Problem[] => {
    if (name === "") return [{ in: "name", code: "required", message: "A property with a value must have a name" }];
    const isFirst = properties.findIndex(([other]) => other === name) === index;
    return isFirst ? [] : [{ in: "name", code: "uniqueItems", message: `The property ${name.slice(0, 100)} must not occur twice` }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return Object.fromEntries(properties);
}
