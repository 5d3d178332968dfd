import type { Hono } from "hono";
import type { StateDifference } from "../../generated/control/schemas.ts";
import type { Bindings } from "../app.tsx";
import type { Markup } from "../html.ts";
import type { Parts } from "../parts.ts";
import { Field, given } from "./components/forms.tsx";
import { type Column, Table } from "./components/table.tsx";
import { Badge, Cut, counted } from "./components/text.tsx";
import { accountPath, addPage } from "./page.tsx";
import { addressOfRecord } from "./records/addresses.ts";

const maxDifferences = 200;
const maxFields = 20;
const maxTextLength = 200;
const changeKinds = { created: "good", changed: "accent", archived: "warning", restored: "good", deleted: "bad" } as const;

export function addDifferences(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/snapshots/differences`, {
    section: "snapshots",
    render: async ({ accountId, path, query }) => {
      const names = (await control.snapshots.list(accountId)).map(({ name }) => name);
      const { from = names[0], to } = given(query);
      const found =
        from === undefined ? undefined : await control.snapshots.compare(accountId, from, { limit: maxDifferences, ...given({ to }) });
      const options = names.map((name) => [name, name] as const);
      const children = (
        <>
          <p>
            <a href={path.replace(/\/differences$/, "")}>Back to the snapshots</a>
          </p>
          {found === undefined ? (
            <p class="empty">No saved snapshots. Save the current state first, and compare it after the next change.</p>
          ) : (
            <>
              <form class="row filter" method="get" action={path} aria-label="Choose two states">
                <Field name="from" label="From" options={options} value={from} />
                <Field name="to" label="To" options={[["", "Current state"], ...options]} value={to} />
                <button type="submit">Compare</button>
              </form>
              <Table
                caption={`${counted(found.total, "difference")}. Only current values are compared, not histories.`}
                columns={columnsFor(accountId)}
                items={found.results}
                empty="No differences."
              />
              {found.hasMore && (
                <p class="muted">
                  and {(found.total - found.results.length).toLocaleString("en")} more. The control API returns up to 1,000.
                </p>
              )}
            </>
          )}
        </>
      );
      return { title: "Differences", children };
    },
  });
}

function columnsFor(accountId: number): Column<StateDifference>[] {
  return [
    { title: "Object", cell: (difference) => <Name accountId={accountId} difference={difference} /> },
    { title: "Change", cell: ({ change }) => <Badge kind={changeKinds[change]} text={change} /> },
    { title: "Fields", cell: ({ fields }) => <Fields fields={fields} /> },
  ];
}

function Name({ accountId, difference }: { readonly accountId: number; readonly difference: StateDifference }): Markup {
  const { section, objectType, id, change } = difference;
  const kind = objectType === undefined ? wordsOf(section) : section === "records" ? objectType : `${objectType}, property`;
  const hasPage = section === "records" && objectType !== undefined && change !== "deleted";
  return (
    <>
      {hasPage ? <a href={addressOfRecord(accountId, { objectType, id })}>{id}</a> : <Cut text={id} max={maxTextLength} />}{" "}
      <span class="muted">{kind}</span>
    </>
  );
}

/** Converts camel case, for example `associationLabels`, to words. */
function wordsOf(section: string): string {
  return section.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function Fields({ fields }: Pick<StateDifference, "fields">): Markup {
  if (fields.length === 0) return <span class="muted">none</span>;
  const more = fields.length - maxFields;
  return (
    <dl class="changes">
      {fields.slice(0, maxFields).map(({ name, before, after }) => (
        <>
          <dt>
            <Cut text={name} max={maxTextLength} />
          </dt>
          <dd>
            {before !== undefined && (
              <del>
                <Value value={before} />
              </del>
            )}{" "}
            {after !== undefined && (
              <ins>
                <Value value={after} />
              </ins>
            )}
          </dd>
        </>
      ))}
      {more > 0 && <dd class="muted">and {counted(more, "more field")}</dd>}
    </dl>
  );
}

function Value({ value }: { readonly value: unknown }): Markup {
  if (value === "") return <span class="muted">empty</span>;
  return <Cut text={typeof value === "string" ? value : JSON.stringify(value)} max={maxTextLength} />;
}
