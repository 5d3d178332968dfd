import type { ObjectSchema } from "@crm-platform/types";
import type { Hono } from "hono";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { asUser } from "./asUser.ts";
import { Confirm, Form, type FormView } from "./components/forms.tsx";
import { type Column, linkTo, Table } from "./components/table.tsx";
import { Cut, cut, Moment } from "./components/text.tsx";
import { accountPath, addPage, addressOf } from "./page.tsx";

const section = "custom-objects";
const maxTextLength = 100;

export function addObjectSchemas(app: Hono<Bindings>, parts: Parts): void {
  const call = asUser(parts);
  addPage(app, `${accountPath}/${section}`, {
    section,
    actions: {
      create: {
        run: ({ accountId, typed }) => {
          const { name = "", singular = "", plural = "", propertyName = "", propertyLabel = "" } = typed;
          const property = { name: propertyName.trim(), label: propertyLabel, type: "string", fieldType: "text" };
          const body = {
            name: name.trim(),
            labels: { singular, plural },
            properties: [property],
            requiredProperties: [],
            searchableProperties: [property.name],
            secondaryDisplayProperties: [],
            associatedObjects: [],
            allowsSensitiveProperties: false,
            shouldCreateSameObjectAssociation: false,
          };
          return call(accountId, "objectSchemas.create", { body });
        },
        notice: "The object type was created.",
        fields: ["name"],
      },
      delete: {
        run: ({ accountId, typed: { objectType = "" } }) =>
          call(accountId, "objectSchemas.delete", { path: { objectType }, query: { archived: true } }),
        notice: "The object type was deleted.",
      },
    },
    render: async (view) => {
      const { results } = await call(view.accountId, "objectSchemas.list", {});
      const children = (
        <>
          <Table
            caption="Ordered by type id. To add more properties, associations and rules, use the API or seed the account."
            columns={columnsOf(view, addressOf(view.accountId, "records"))}
            items={results}
            empty="No custom object types. Create one below for records that the built-in types do not cover."
          />
          <section class="card">
            <h2>Create an object type</h2>
            <Form
              view={view}
              action="create"
              button="Create the object type"
              kind="primary"
              fields={[
                { name: "name", label: "Name", hint: "in requests, for example sensor", required: true, maxlength: 50 },
                { name: "singular", label: "Singular label", required: true, maxlength: 100 },
                { name: "plural", label: "Plural label", required: true, maxlength: 100 },
                {
                  name: "propertyName",
                  label: "Name of the first property",
                  hint: "which names its records",
                  required: true,
                  maxlength: 100,
                },
                { name: "propertyLabel", label: "Label of the property", required: true, maxlength: 100 },
              ]}
            />
          </section>
        </>
      );
      return { title: "Custom objects", children };
    },
  });
}

function columnsOf(view: FormView, records: string): Column<ObjectSchema>[] {
  return [
    { title: "Name", cell: ({ name }) => <a href={linkTo(records, { type: name })}>{cut(name, maxTextLength)}</a> },
    { title: "Type id", cell: ({ objectTypeId }) => <code>{objectTypeId}</code> },
    { title: "Label", cell: ({ labels }) => <Cut text={labels.plural} max={maxTextLength} /> },
    { title: "Properties", cell: ({ properties }) => <Cut text={ownNames(properties)} max={maxTextLength} /> },
    { title: "Required", cell: ({ requiredProperties }) => <Cut text={requiredProperties.join(", ")} max={maxTextLength} /> },
    { title: "Created", cell: ({ createdAt }) => createdAt !== undefined && <Moment at={createdAt} /> },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ objectTypeId, name }) => (
        <Confirm
          view={{ ...view, attempt: undefined }}
          action="delete"
          button="Delete"
          buttonName={`Delete ${cut(name, maxTextLength)}`}
          hidden={{ objectType: objectTypeId }}
        >
          Deletes the object type for good, with its properties and archived records.
        </Confirm>
      ),
    },
  ];
}

function ownNames(properties: ObjectSchema["properties"]): string {
  return properties.flatMap(({ name, serviceDefined }) => (serviceDefined ? [] : [name])).join(", ");
}
