import type { List } from "@crm-platform/types";
import type { Hono } from "hono";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { asUser } from "./asUser.ts";
import { Confirm, Form, type FormView, given } from "./components/forms.tsx";
import { type Column, linkTo, Pager, Table } from "./components/table.tsx";
import { Cut, cut, Moment } from "./components/text.tsx";
import { accountPath, addPage } from "./page.tsx";

const section = "lists";
const pageSize = 50;
const maxTextLength = 100;

export function addLists(app: Hono<Bindings>, parts: Parts): void {
  const call = asUser(parts);
  addPage(app, `${accountPath}/${section}`, {
    section,
    actions: {
      create: {
        run: ({ accountId, typed: { name = "", objectTypeId = "" } }) =>
          call(accountId, "lists.create", { body: { name, objectTypeId: objectTypeId.trim(), processingType: "MANUAL" } }),
        notice: "The list was created.",
        fields: ["name", "objectTypeId"],
      },
      delete: {
        run: ({ accountId, typed: { listId = "" } }) => call(accountId, "lists.delete", { path: { listId } }),
        notice: "The list was deleted.",
      },
    },
    render: async (view) => {
      const { accountId, path, query } = view;
      const offset = Number(given(query)["offset"]) || 0;
      const { lists, hasMore, offset: next } = await call(accountId, "lists.search", { body: { offset, count: pageSize } });
      const children = (
        <>
          <Table
            caption="Ordered by id. To add members, use the API or seed the account."
            columns={columnsOf(view)}
            items={lists}
            empty={offset === 0 ? "No lists. Create one below, and add members with lists.addMembers." : "No more lists."}
          />
          <Pager
            first={offset > 0 && { href: path, text: "First lists" }}
            next={hasMore && { href: linkTo(path, { offset: next }), text: "More lists" }}
          />
          <section class="card">
            <h2>Create a list</h2>
            <Form
              view={view}
              action="create"
              button="Create the list"
              kind="primary"
              fields={[
                { name: "name", label: "Name", required: true, maxlength: 200 },
                { name: "objectTypeId", label: "Object type", hint: "for example contacts", required: true, maxlength: 100 },
              ]}
            />
          </section>
        </>
      );
      return { title: "Lists", children };
    },
  });
}

function columnsOf(view: FormView): Column<List>[] {
  return [
    { title: "Name", cell: ({ name }) => <Cut text={name} max={maxTextLength} /> },
    { title: "Id", cell: ({ listId }) => <code>{listId}</code> },
    { title: "Object type", cell: ({ objectTypeId }) => <code>{objectTypeId}</code> },
    { title: "Members", class: "number", cell: ({ size }) => size },
    { title: "Type", cell: ({ processingType }) => processingType.toLowerCase() },
    { title: "Updated", cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ listId, name }) => (
        <Confirm
          view={{ ...view, attempt: undefined }}
          action="delete"
          button="Delete"
          buttonName={`Delete ${cut(name, maxTextLength)}`}
          hidden={{ listId }}
        >
          Deletes the list, not its records.
        </Confirm>
      ),
    },
  ];
}
