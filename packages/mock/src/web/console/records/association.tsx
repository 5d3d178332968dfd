import type { Hono } from "hono";
import type { AssociationTypeEntry } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import { Facts } from "../../facts.tsx";
import type { Parts } from "../../parts.ts";
import { asUser } from "../asUser.ts";
import { Choices, Confirm, Form, textsIn } from "../components/forms.tsx";
import { linkTo } from "../components/table.tsx";
import { Badge, Cut, cut } from "../components/text.tsx";
import { accountPath, addPage, addressOf } from "../page.tsx";
import { addressOfRecord } from "./addresses.ts";
import { type ConsoleRecord, readRecord } from "./readRecord.ts";

const maxName = 60;

export function addAssociation(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
  const call = asUser(parts);
  addPage(app, `${accountPath}/records/:objectType/:recordId/associations/:toObjectType/:toRecordId`, {
    section: "records",
    actions: {
      save: {
        run: async ({ accountId, params, form }) => {
          const ends = endsIn(params);
          const types = await control.labels.list(accountId, { fromObjectType: ends.fromObjectType, toObjectType: ends.toObjectType });
          const chosen = textsIn(form, "typeId").map(Number);
          // Without a label, the records are associated by the unlabeled type only.
          const typeIds =
            chosen.length > 0
              ? chosen
              : types
                  .filter(({ label }) => label === "")
                  .map(({ typeId }) => typeId)
                  .slice(-1);
          const body = typeIds.map((associationTypeId) => {
            const isOwn = types.some(({ typeId, custom }) => typeId === associationTypeId && custom);
            return { associationCategory: isOwn ? ("USER_DEFINED" as const) : ("SERVICE_DEFINED" as const), associationTypeId };
          });
          await call(accountId, "associations.create", { path: ends, body });
        },
        notice: "The association was saved.",
      },
      remove: {
        run: ({ accountId, params }) => call(accountId, "associations.delete", { path: endsIn(params) }),
        notice: "The association was removed.",
      },
    },
    render: async (view) => {
      const { accountId, params, attempt } = view;
      const ends = endsIn(params);
      const { fromObjectType, toObjectType } = ends;
      const one = await readRecord(call, accountId, fromObjectType, ends.fromObjectId);
      const other = await readRecord(call, accountId, toObjectType, ends.toObjectId);
      const direction = { fromObjectType, toObjectType };
      const types = await control.labels.list(accountId, direction);
      const labels = types.filter(({ label }) => label !== "");
      // This page of each association type begins with the other record.
      const start = { after: Number(other.id) - 1, limit: 1 };
      const groups = await control.records.associations(accountId, fromObjectType, one.id, start);
      const typeIds = groups
        .filter(({ typeId, results: [first] }) => first?.id === other.id && types.some((type) => type.typeId === typeId))
        .map(({ typeId }) => typeId);
      const isAssociated = typeIds.length > 0;
      const children = (
        <>
          <Facts facts={{ From: <RecordLink {...{ accountId, record: one }} />, To: <RecordLink {...{ accountId, record: other }} /> }} />
          <section class="card">
            <Form view={view} action="save" button={isAssociated ? "Save the labels" : "Associate the records"} kind="primary">
              {labels.length > 0 ? (
                <Choices
                  legend={`Labels from ${fromObjectType} to ${toObjectType}`}
                  hint="Without a label, the records are associated by the unlabeled type."
                  type="checkbox"
                  name="typeId"
                  options={labels.map(optionOf)}
                  chosen={attempt?.action === "save" ? textsIn(attempt.form, "typeId") : typeIds.map(String)}
                />
              ) : (
                <p>
                  There are no labels from {fromObjectType} to {toObjectType}.
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

function RecordLink({ accountId, record }: { readonly accountId: number; readonly record: ConsoleRecord }) {
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

function titleOf({ objectType, id, name }: ConsoleRecord): string {
  return name === "" ? `${objectType}/${id}` : cut(name, maxName);
}

function endsIn({ objectType = "", recordId = "", toObjectType = "", toRecordId = "" }: Readonly<Record<string, string>>) {
  return { fromObjectType: objectType, fromObjectId: recordId, toObjectType, toObjectId: toRecordId };
}
