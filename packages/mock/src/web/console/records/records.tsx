import type { Hono } from "hono";
import { invalidRequest } from "../../../contract/errors/rejection.ts";
import type { Problem } from "../../../contract/message.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { type FormBody, given, textsIn } from "../components/forms.tsx";
import { cut } from "../components/text.tsx";
import { accountPath, addPage, addressOf } from "../page.tsx";
import { addressOfAssociation, addressOfRecord } from "./addresses.ts";
import { RecordForm, type TypedProperties, typedOf } from "./recordForm.tsx";
import { RecordList } from "./recordList.tsx";
import { Associations, RecordPage } from "./recordPage.tsx";

const pageSize = 50;
const maxPerAssociationType = 25;

export function addRecords(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/records`, {
    section: "records",
    actions: {
      save: {
        run: async ({ accountId, form, typed, context }) => {
          const { type = "", id = "" } = typed;
          const properties = valuesOf(propertiesIn(form));
          const record = await control.records.create(accountId, type.trim(), { ...(id.trim() ? { id: id.trim() } : {}), properties });
          return context.redirect(`${addressOfRecord(accountId, record)}?done=save`, 303);
        },
        fields: ["objectType", "id"],
      },
    },
    render: async (view) => {
      const { accountId, path, query, attempt } = view;
      const types = await control.records.types(accountId);
      if (query["new"] !== undefined || attempt) {
        const properties = attempt ? propertiesIn(attempt.form) : [];
        const names = types.map(({ name }) => name);
        const children = <RecordForm view={view} back={path} properties={properties} types={names} type={query["new"]} />;
        return { title: "Add a record", children };
      }
      const used = types.filter(({ hasRecords }) => hasRecords);
      const text = query["q"]?.trim() ?? "";
      const isFirst = query["after"] === undefined;
      const type = query["type"] || used[0]?.name;
      const archived = query["archived"] === "true" || query["archived"] === "false" ? query["archived"] : "";
      const isArchived = archived === "" ? undefined : archived === "true";
      const after = isFirst ? undefined : idIn(query["after"]);
      const filter = { ...given({ text, archived: isArchived, after }), limit: pageSize };
      const page = type === undefined ? { results: [] } : await control.records.list(accountId, type, filter);
      return { title: "Records", children: <RecordList {...{ path, types: used, type, text, archived, page, isFirst }} /> };
    },
  });
  addPage(app, `${accountPath}/records/:objectType/:recordId`, {
    section: "records",
    actions: {
      save: {
        run: ({ accountId, params, form }) => {
          const { objectType = "", recordId = "" } = params;
          return control.records.set(accountId, objectType, recordId, valuesOf(propertiesIn(form)));
        },
        notice: "The record was saved.",
      },
      archive: {
        run: ({ accountId, params }) => control.records.archive(accountId, params["objectType"] ?? "", params["recordId"] ?? ""),
        notice: "The record was archived.",
      },
      restore: {
        run: ({ accountId, params }) => control.records.restore(accountId, params["objectType"] ?? "", params["recordId"] ?? ""),
        notice: "The record was restored.",
      },
      associate: {
        run: async ({ accountId, params, typed, context }) => {
          const { type = "", id = "" } = typed;
          const record = await control.records.get(accountId, params["objectType"] ?? "", params["recordId"] ?? "");
          const other = await control.records.get(accountId, type.trim(), id.trim());
          return context.redirect(addressOfAssociation(accountId, record, other), 303);
        },
        fields: ["objectType", "recordId"],
      },
    },
    render: async (view) => {
      const { accountId, params, query, attempt } = view;
      const { objectType = "", recordId = "" } = params;
      const record = await control.records.get(accountId, objectType, recordId);
      const path = addressOf(accountId, "records");
      const own = addressOfRecord(accountId, record);
      if (query["edit"] !== undefined || attempt?.action === "save") {
        const { properties, omitted } = typedOf(record);
        const shown = attempt ? propertiesIn(attempt.form) : properties;
        const children = <RecordForm view={{ ...view, path: own }} back={own} properties={shown} omitted={attempt ? 0 : omitted} />;
        return { title: `Edit ${record.objectType}/${record.id}`, children };
      }
      const typeId = idIn(query["links"]);
      const ofOneType = typeId === 0 ? {} : { typeId, after: idIn(query["after"]) };
      const groups = await control.records.associations(accountId, objectType, recordId, { ...ofOneType, limit: maxPerAssociationType });
      const types = (await control.records.types(accountId)).map(({ name }) => name);
      const associations = <Associations path={path} own={own} groups={groups} isPart={typeId !== 0} />;
      return {
        title: record.name === "" ? `${record.objectType}/${record.id}` : cut(record.name, 150),
        children:
          typeId === 0 ? <RecordPage {...{ path, own, record, associations, view: { ...view, path: own }, types }} /> : associations,
      };
    },
  });
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

function valuesOf(properties: TypedProperties): Record<string, string> {
  const problems = properties.flatMap(([name], index): Problem[] => {
    if (name === "") return [{ in: "name", code: "required", message: "A property with a value must have a name" }];
    const isFirst = properties.findIndex(([other]) => other === name) === index;
    return isFirst ? [] : [{ in: "name", code: "uniqueItems", message: `The property ${name.slice(0, 100)} must not occur twice` }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return Object.fromEntries(properties);
}
