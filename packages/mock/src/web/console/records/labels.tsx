import type { Hono } from "hono";
import { Rejection } from "../../../contract/errors/rejection.ts";
import type { AssociationTypeEntry } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import { Facts } from "../../facts.tsx";
import type { Parts } from "../../parts.ts";
import { asUser } from "../asUser.ts";
import { Confirm, Field, type FieldProps, Form, type FormView, given } from "../components/forms.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Badge, Cut, cut } from "../components/text.tsx";
import { accountPath, addPage, addressOf } from "../page.tsx";
import { ObjectTypeNames, objectTypeNames } from "./recordForm.tsx";

const labelField: FieldProps = { name: "label", label: "Label", required: true, maxlength: 50 };
const inverseField: FieldProps = { name: "inverseLabel", label: "Inverse label", maxlength: 50 };
const endFields: readonly FieldProps[] = [
  { name: "fromObjectType", label: "From object type", list: objectTypeNames },
  { name: "toObjectType", label: "To object type", list: objectTypeNames },
];
const nameField: FieldProps = {
  name: "name",
  label: "Internal name",
  hint: "letters, digits, underscores",
  required: true,
  maxlength: 100,
  pattern: "[A-Za-z_][A-Za-z0-9_]*",
  title: "Letters, digits and underscores, not beginning with a digit",
};

export function addLabels(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
  const call = asUser(parts);
  addPage(app, `${accountPath}/labels`, {
    section: "labels",
    actions: {
      create: {
        run: ({ accountId, typed }) => {
          const { fromObjectType = "", toObjectType = "", name = "", label = "", inverseLabel } = typed;
          const path = { fromObjectType: fromObjectType.trim(), toObjectType: toObjectType.trim() };
          return call(accountId, "associations.createLabel", { path, body: { name: name.trim(), label, ...given({ inverseLabel }) } });
        },
        notice: "The label was created.",
        fields: ["fromObjectType", "toObjectType", "name", "label", "inverseLabel"],
      },
      delete: {
        run: async ({ accountId, typed }) => {
          const { fromObjectType, toObjectType, typeId: associationTypeId } = await labelWith(accountId, typed["typeId"]);
          await call(accountId, "associations.deleteLabel", { path: { fromObjectType, toObjectType, associationTypeId } });
        },
        notice: "The label was deleted.",
      },
    },
    render: async (view) => {
      const { accountId, path, query, attempt } = view;
      const filter = given({ fromObjectType: query["fromObjectType"]?.trim(), toObjectType: query["toObjectType"]?.trim() });
      const isFiltered = Object.keys(filter).length > 0;
      const types = await control.labels.list(accountId, filter);
      const objectTypes = (await control.accounts.get(accountId)).objectTypes.map(({ name }) => name);
      const children = (
        <>
          <ObjectTypeNames types={objectTypes} />
          <form class="row" method="get" action={path}>
            {endFields.map((field) => (
              <Field {...field} id={`filter-${field.name}`} value={query[field.name]} />
            ))}
            <button type="submit">Filter</button>
          </form>
          <Table
            caption={captionOf(filter)}
            columns={columnsOf(view, filter)}
            items={isFiltered ? types : types.filter(isFirstDirection)}
            empty={
              isFiltered ? "No association types." : "This account has no labels. Create one below to say how two records are related."
            }
          />
          <section class="card">
            <h2>Create a label</h2>
            <Form
              view={view}
              action="create"
              button="Create the label"
              kind="primary"
              fields={[labelField, { ...inverseField, hint: "if it is different" }, nameField]}
            >
              <div class="row">
                {endFields.map((field) => (
                  <Field
                    {...field}
                    id={`create-${field.name}`}
                    value={query[field.name]}
                    required
                    attempt={attempt?.action === "create" ? attempt : undefined}
                  />
                ))}
              </div>
            </Form>
          </section>
        </>
      );
      return { title: "Association labels", children };
    },
  });
  addPage(app, `${accountPath}/labels/:typeId{[0-9]+}`, {
    section: "labels",
    actions: {
      rename: {
        run: async ({ accountId, params, typed: { label = "", inverseLabel } }) => {
          const { fromObjectType, toObjectType, typeId: associationTypeId } = await labelWith(accountId, params["typeId"]);
          const body = { associationTypeId, label, ...given({ inverseLabel }) };
          await call(accountId, "associations.updateLabel", { path: { fromObjectType, toObjectType }, body });
        },
        notice: "The label was renamed.",
        fields: ["label", "inverseLabel"],
      },
    },
    render: async (view) => {
      const { accountId, params } = view;
      const type = await labelWith(accountId, params["typeId"]);
      const { fromObjectType, toObjectType, name, label, inverse } = type;
      const isPair = inverse.name !== name;
      const children = (
        <>
          <p>
            <a href={addressOf(accountId, "labels")}>Association labels</a>
          </p>
          <Facts
            facts={{
              From: fromObjectType,
              To: toObjectType,
              "Internal name": <code>{name}</code>,
              "Type id": type.typeId,
              "Inverse type id": inverse.typeId !== type.typeId && inverse.typeId,
            }}
          />
          <section class="card">
            <Form
              view={view}
              action="rename"
              button="Rename the label"
              kind="primary"
              fields={[{ ...labelField, value: label }, ...(isPair ? [{ ...inverseField, value: inverse.label, required: true }] : [])]}
            />
          </section>
        </>
      );
      return { title: `Label ${cut(label, 60)}`, children };
    },
  });

  async function labelWith(accountId: number, id: string | undefined): Promise<AssociationTypeEntry> {
    const type = (await control.labels.list(accountId)).find(({ typeId, custom }) => custom && typeId === Number(id));
    if (!type) throw new Rejection("OBJECT_NOT_FOUND", "The account has no label with this type id.");
    return type;
  }
}

interface Filter {
  readonly fromObjectType?: string;
  readonly toObjectType?: string;
}

function captionOf({ fromObjectType, toObjectType }: Filter): string {
  if (!fromObjectType && !toObjectType) return "Labels of this account. Filter to see the default association types.";
  return `Association types${fromObjectType ? ` from ${fromObjectType}` : ""}${toObjectType ? ` to ${toObjectType}` : ""}`;
}

/** Lists each label only once, although each direction is a separate type. */
function isFirstDirection({ custom, typeId, inverse }: AssociationTypeEntry): boolean {
  return custom && typeId <= inverse.typeId;
}

/** Omits columns whose value the filter determines. */
function columnsOf(view: FormView, filter: Filter): Column<AssociationTypeEntry>[] {
  const ends: Column<AssociationTypeEntry>[] = [
    { title: "From", cell: ({ fromObjectType }) => fromObjectType },
    { title: "To", cell: ({ toObjectType }) => toObjectType },
  ];
  return [
    { title: "Label", cell: ({ label }) => <LabelText label={label} /> },
    ...ends.filter(({ title }) => !(title === "From" ? filter.fromObjectType : filter.toObjectType)),
    { title: "Inverse label", cell: ({ inverse }) => <LabelText label={inverse.label} /> },
    { title: "Type id", class: "number", cell: ({ typeId }) => typeId },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ typeId, label, custom }) =>
        custom ? (
          <div class="actions">
            <a class="button small" href={`${view.path}/${typeId}`} aria-label={`Rename ${cut(label, 60)}`}>
              Rename
            </a>
            <Confirm
              view={{ ...view, attempt: undefined }}
              action="delete"
              button="Delete"
              buttonName={`Delete ${cut(label, 60)}`}
              hidden={{ typeId: String(typeId) }}
            >
              Deletes the label in both directions. Records with this label stay associated without a label.
            </Confirm>
          </div>
        ) : (
          <Badge text="default" />
        ),
    },
  ];
}

function LabelText({ label }: { readonly label: string }) {
  return label === "" ? <span class="muted">unlabeled</span> : <Cut text={label} max={60} />;
}
