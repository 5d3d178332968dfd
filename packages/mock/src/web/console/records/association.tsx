import type { Hono } from "hono";
import type { AssociationTypeEntry, RecordDetails } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import { Facts } from "../../facts.tsx";
import type { Parts } from "../../parts.ts";
import { Choices, Confirm, Form, textsIn } from "../components/forms.tsx";
import { linkTo } from "../components/table.tsx";
import { Badge, Cut, cut } from "../components/text.tsx";
import { accountPath, addPage, addressOf } from "../page.tsx";
import { addressOfRecord, placeOf } from "./addresses.ts";

const maxName = 60;

export function addAssociation(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/records/:objectType/:recordId/associations/:toObjectType/:toRecordId`, {
    section: "records",
    actions: {
      save: {
        run: ({ accountId, params, form }) => {
          const { from, to } = placesIn(params);
          return control.associations.set(accountId, from, to, textsIn(form, "typeId").map(Number));
        },
        notice: "The association was saved.",
      },
      remove: {
        run: ({ accountId, params }) => {
          const { from, to } = placesIn(params);
          return control.associations.delete(accountId, from, to);
        },
        notice: "The association was removed.",
      },
    },
    render: async (view) => {
      const { accountId, params, attempt } = view;
      const { objectType = "", recordId = "", toObjectType = "", toRecordId = "" } = params;
      const one = await control.records.get(accountId, objectType, recordId);
      const other = await control.records.get(accountId, toObjectType, toRecordId);
      const direction = { fromObjectType: one.objectType, toObjectType: other.objectType };
      const labels = (await control.labels.list(accountId, direction)).filter(({ label }) => label !== "");
      const { typeIds } = await control.associations.get(accountId, placeOf(one), placeOf(other));
      const isAssociated = typeIds.length > 0;
      const children = (
        <>
          <Facts facts={{ From: <RecordLink {...{ accountId, record: one }} />, To: <RecordLink {...{ accountId, record: other }} /> }} />
          <section class="card">
            <Form view={view} action="save" button={isAssociated ? "Save the labels" : "Associate the records"} kind="primary">
              {labels.length > 0 ? (
                <Choices
                  legend={`Labels from ${one.objectType} to ${other.objectType}`}
                  hint="Without a label, the records are associated by the unlabeled type."
                  type="checkbox"
                  name="typeId"
                  options={labels.map(optionOf)}
                  chosen={attempt?.action === "save" ? textsIn(attempt.form, "typeId") : typeIds.map(String)}
                />
              ) : (
                <p>
                  There are no labels from {one.objectType} to {other.objectType}.
                </p>
              )}
            </Form>
            <a href={linkTo(addressOf(accountId, "labels"), direction)}>Add a label</a>
          </section>
          {isAssociated && (
            <Confirm view={view} action="remove" button="Remove the association">
              Removes all labels and the unlabeled type, in both directions. The records do not change.
            </Confirm>
          )}
        </>
      );
      return { title: `Association between ${titleOf(one)} and ${titleOf(other)}`, children };
    },
  });
}

function optionOf({ typeId, label, custom }: AssociationTypeEntry) {
  return {
    value: String(typeId),
    text: <Cut text={label} max={100} />,
    hint: `${custom ? "Label of this account" : "Default label"}, type ${typeId}`,
  };
}

function RecordLink({ accountId, record }: { readonly accountId: number; readonly record: RecordDetails }) {
  const { objectType, id, name, archivedAt } = record;
  return (
    <>
      <a href={addressOfRecord(accountId, record)}>
        <Cut text={name === "" ? `${objectType}/${id}` : name} max={maxName} />
      </a>{" "}
      {name !== "" && <span class="muted">{`${objectType}/${id}`}</span>}{" "}
      {archivedAt !== undefined && <Badge kind="warning" text="archived" />}
    </>
  );
}

function titleOf({ objectType, id, name }: RecordDetails): string {
  return name === "" ? `${objectType}/${id}` : cut(name, maxName);
}

function placesIn({ objectType = "", recordId = "", toObjectType = "", toRecordId = "" }: Readonly<Record<string, string>>) {
  return { from: `${objectType}/${recordId}`, to: `${toObjectType}/${toRecordId}` };
}
