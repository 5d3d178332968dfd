import type { Property } from "@crm-platform/types";
import type { Hono } from "hono";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { asUser } from "./asUser.ts";
import { Confirm, Field, Form, type FormView, given, type Options } from "./components/forms.tsx";
import { type Column, linkTo, Table, Tabs } from "./components/table.tsx";
import { Badge, Cut, cut } from "./components/text.tsx";
import { accountPath, addPage } from "./page.tsx";

const section = "properties";
const maxTextLength = 100;

/** The types with the form field that the console gives them. */
const types: Options = [
  ["string text", "text"],
  ["string textarea", "text with line breaks"],
  ["number number", "number"],
  ["bool booleancheckbox", "yes or no"],
  ["date date", "date"],
  ["datetime date", "date and time"],
  ["enumeration select", "one of several options"],
  ["enumeration checkbox", "some of several options"],
];

export function addProperties(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
  const call = asUser(parts);
  addPage(app, `${accountPath}/${section}`, {
    section,
    actions: {
      create: {
        run: async ({ accountId, context, path, typed }) => {
          const { objectType = "", name = "", label = "", type = "", groupName = "", options = "", hasUniqueValue } = typed;
          const [valueType = "", fieldType = ""] = type.split(" ");
          await call(accountId, "properties.create", {
            path: { objectType },
            body: {
              ...{ name: name.trim(), label, type: valueType as Property["type"], fieldType, groupName, options: optionsIn(options) },
              ...(hasUniqueValue === undefined ? {} : { hasUniqueValue: true }),
            },
          });
          return context.redirect(linkTo(path, { type: objectType, done: "create" }), 303);
        },
        notice: "The property was created.",
        fields: ["name", "label", "options", "groupName"],
      },
      archive: {
        run: async ({ accountId, context, path, typed: { objectType = "", propertyName = "" } }) => {
          await call(accountId, "properties.archive", { path: { objectType, propertyName } });
          return context.redirect(linkTo(path, { type: objectType, done: "archive" }), 303);
        },
        notice: "The property was archived.",
      },
    },
    render: async (view) => {
      const { accountId, path, query, attempt } = view;
      const names = (await control.accounts.get(accountId)).objectTypes.map(({ name }) => name);
      const objectType = attempt?.typed["objectType"] ?? given(query)["type"] ?? "contacts";
      const isBuiltIn = query["show"] === "built-in";
      const { results } = await call(accountId, "properties.list", { path: { objectType } });
      const { results: groups } = await call(accountId, "properties.listGroups", { path: { objectType } });
      const shown = results.filter(({ serviceDefined = false }) => serviceDefined === isBuiltIn);
      const children = (
        <>
          <form class="row filter" method="get" action={path} aria-label="Choose an object type">
            <Field name="type" label="Object type" options={names.map((name) => [name, name] as const)} value={objectType} />
            <button type="submit">Show</button>
          </form>
          <Tabs
            label="Kinds of properties"
            tabs={[
              { href: linkTo(path, { type: objectType }), text: "Own", isCurrent: !isBuiltIn },
              { href: linkTo(path, { type: objectType, show: "built-in" }), text: "Built-in", isCurrent: isBuiltIn },
            ]}
          />
          <Table
            caption="Values are set on the page of a record."
            columns={columnsOf(view, objectType)}
            items={shown}
            empty={
              isBuiltIn ? "No built-in properties." : `No properties of your own for ${cut(objectType, maxTextLength)}. Create one below.`
            }
          />
          <section class="card">
            <h2>Create a property of {cut(objectType, maxTextLength)}</h2>
            <Form
              view={view}
              action="create"
              button="Create the property"
              kind="primary"
              hidden={{ objectType }}
              fields={[
                { name: "name", label: "Internal name", hint: "in requests, for example frame_number", required: true, maxlength: 100 },
                { name: "label", label: "Label", required: true, maxlength: 100 },
                { name: "type", label: "Type", options: types },
                { name: "groupName", label: "Group", options: groups.map(({ name, label }) => [name, label] as const) },
                { name: "options", label: "Options", hint: "One per line, for types with options.", multiline: true, rows: 4 },
              ]}
            >
              <label class="choice">
                <input type="checkbox" name="hasUniqueValue" />
                <span>Values are unique</span>
              </label>
            </Form>
          </section>
        </>
      );
      return { title: "Properties", children };
    },
  });
}

function optionsIn(text: string) {
  const labels = text.split(/\r?\n/).map((line) => line.trim());
  return labels
    .filter((label) => label !== "")
    .map((label, displayOrder) => ({ label, value: label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "_"), displayOrder, hidden: false }));
}

function columnsOf(view: FormView, objectType: string): Column<Property>[] {
  return [
    { title: "Label", cell: ({ label }) => <Cut text={label} max={maxTextLength} /> },
    { title: "Name", cell: ({ name }) => <code>{name}</code> },
    { title: "Type", cell: ({ type, fieldType }) => `${type}, ${fieldType}` },
    { title: "Group", cell: ({ groupName }) => <Cut text={groupName} max={maxTextLength} /> },
    { title: "Options", cell: ({ options }) => <Cut text={options.map(({ label }) => label).join(", ")} max={maxTextLength} /> },
    {
      title: "Rules",
      cell: ({ hasUniqueValue, calculated }) => (
        <span class="outcome">
          {hasUniqueValue && <Badge kind="accent" text="unique" />}
          {calculated && <Badge text="calculated" />}
        </span>
      ),
    },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ name, serviceDefined }) =>
        !serviceDefined && (
          <Confirm
            view={{ ...view, attempt: undefined }}
            action="archive"
            button="Archive"
            buttonName={`Archive ${name}`}
            hidden={{ objectType, propertyName: name }}
          >
            The API no longer returns the property, and its name stays reserved.
          </Confirm>
        ),
    },
  ];
}
