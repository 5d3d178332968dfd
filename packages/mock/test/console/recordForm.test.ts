import { expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

async function filled({ uncheckedValues = true } = {}) {
  const console = await openConsole();
  const account = await console.mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" }, uncheckedValues });
  const stored = async (objectType: string, id: string) =>
    (await account.snapshot()).records?.[objectType]?.find((record) => record.id === id);
  return { ...console, account, stored, path: `/console/accounts/${account.accountId}/records` };
}

function fields(type: string, ...properties: [name: string, value: string][]): [string, string][] {
  const rows = properties.flatMap(([name, value]): [string, string][] => [
    ["name", name],
    ["value", value],
  ]);
  return [["action", "save"], ["type", type], ...rows, ["name", ""], ["value", ""]];
}

test("creates a record, and the API returns the record", async () => {
  const { mock, account, look, send, stored, path } = await filled();
  expect((await look(path)).html).toContain(`href="${path}?new=">Add a record`);
  const first = await send(
    path,
    fields("ticket", ["subject", "Printer"], ["hs_pipeline_stage", "1"], ["content", "Line 1\r\nLine 2"], ["own", "1"]),
  );
  const [, id = ""] = /ticket\/(\d+)\?done=save$/.exec(first.location) ?? [];
  expect([first.status, id]).toEqual([303, expect.stringMatching(/^\d+$/)]);
  expect(textOf((await look(first.location)).html)).toContain("The record was saved.");
  expect((await look((await send(path, fields("0-1"))).location)).status).toBe(200);
  const values = { subject: "Printer", content: "Line 1\nLine 2", own: "1" };
  const histories = Object.entries(values).map(([name, value]) => [name, [expect.objectContaining({ value, sourceType: "CRM_UI" })]]);
  expect((await stored("tickets", id))?.properties).toMatchObject(Object.fromEntries(histories));
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const archived = await mock.fetch(`${mock.url}/crm/objects/2026-03/tickets/${id}`, { method: "DELETE", headers });
  expect(archived.status).toBe(204);
});

test("an edit adds changed values to the history, and does not change other values or their times", async () => {
  const { account, look, send, stored, path } = await filled();
  const history = [
    { value: "B", timestamp: "2026-04-02T08:00:00Z", sourceType: "INTEGRATION" },
    { value: "A", timestamp: "2026-04-01T08:00:00Z", sourceType: "CRM_UI" },
  ];
  const createdAt = "2026-04-01T08:00:00Z";
  const properties = { subject: "Printer", stage: history, text: "a\r\nb", long: "x".repeat(3000) };
  await account.seed({ records: { tickets: [{ id: "901", createdAt, properties }] } });
  const record = `${path}/tickets/901`;
  expect(textOf((await look(`${record}?edit`)).html)).toContain("1 more property is not shown and will not change.");
  const sent = await send(record, fields("", ["stage", "C"], ["subject", "Printer"], ["text", "a\r\nb"], ["added", ""], ["new", "value"]));
  expect(sent.location).toBe(`${record}?done=save`);
  const changed = (value: string) => ({ value, timestamp: "2026-04-20T08:00:00Z", sourceType: "CRM_UI" });
  expect(await stored("tickets", "901")).toEqual({
    id: "901",
    createdAt,
    updatedAt: "2026-04-20T08:00:00Z",
    properties: { ...properties, stage: [changed("C"), ...history], new: [changed("value")] },
  });
});

test("offers the properties of the type with their options, owners and stages, and those of a record with their values", async () => {
  const { account, look, path } = await filled({ uncheckedValues: false });
  await account.seed({
    properties: {
      tickets: [{ name: "fault_kind", label: "Kind of fault", type: "enumeration", options: [{ value: "e", label: "Electric" }] }],
    },
    records: { tickets: [{ id: "901", properties: { subject: "Printer", hs_ticket_priority: "HIGH", fault_kind: "e" } }] },
  });
  const added = (await look(`${path}?new=tickets`)).html;
  const choices = (html: string, name: string) =>
    [...(new RegExp(`<select[^>]* id="property-${name}"[^>]*>(.*?)</select>`, "s").exec(html)?.[1] ?? "").matchAll(/value="([^"]*)"/g)].map(
      ([, value]) => value,
    );
  expect(choices(added, "hs_pipeline_stage")).toEqual(["", "1", "2", "3", "4"]);
  expect(choices(added, "hs_owner_id")).toEqual(["", "70000001"]);
  expect(choices(added, "fault_kind")).toEqual(["", "e"]);
  expect(added).toMatch(/<label for="property-subject">/);
  expect(added).not.toContain('id="property-hs_object_id"');
  const edited = (await look(`${path}/tickets/901?edit`)).html;
  expect(edited).toMatch(/<option value="HIGH" selected/);
  expect(edited).toContain("Printer</textarea>");
  // Without a type, the form asks for one first.
  expect((await look(`${path}?new`)).html).not.toContain("Save the record");
});

test("simultaneous changes are all saved", async () => {
  const { account, send, stored, path } = await filled();
  await account.seed({ records: { tickets: [{ id: "901", properties: { subject: "Printer" } }] } });
  const edits = [fields("", ["stage", "C"]), fields("", ["priority", "high"])];
  const edited = await Promise.all(edits.map((edit) => send(`${path}/tickets/901`, edit)));
  expect(edited.map(({ status }) => status)).toEqual([303, 303]);
  expect(Object.keys((await stored("tickets", "901"))?.properties ?? {})).toEqual(["priority", "stage", "subject"]);
  const added = await Promise.all([1, 2, 3].map(() => send(path, fields("contacts"))));
  expect(new Set(added.map(({ location }) => location)).size).toBe(3);
});

test("a record with large values can be saved without changing them", async () => {
  const { account, look, send, stored, path } = await filled();
  const properties = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}`, "\u00fc\n".repeat(500)]));
  await account.seed({ records: { contacts: [{ id: "901", properties }] } });
  const record = `${path}/contacts/901`;
  const { html } = await look(`${record}?edit`);
  const names = [...html.matchAll(/name="name"[^>]* value="([^"]*)"/g)].map(([, name = ""]) => name);
  const values = [...html.matchAll(/name="value"[^>]*>\n([^<]*)</g)].map(([, value = ""]) => value.replaceAll("\n", "\r\n"));
  const shown = names.map((name, index): [string, string] => [name, values[index] ?? ""]).filter(([name]) => /^p\d/.test(name));
  expect(shown.length).toBeGreaterThan(1);
  expect(textOf(html)).toContain(`${60 - shown.length} more properties are not shown`);
  const { status } = await send(record, fields("", ...shown));
  expect([status, (await stored("contacts", "901"))?.properties]).toEqual([303, properties]);
});

test("properties that the mock derives can be submitted, but not changed", async () => {
  const { account, send, stored, path } = await filled();
  const properties = { subject: "a", hs_createdate: "2020-01-01T00:00:00Z" };
  await account.seed({ records: { tickets: [{ id: "901", properties }] } });
  const record = `${path}/tickets/901`;
  expect((await send(record, fields("", ["subject", "a"], ["hs_createdate", "2020-01-01T00:00:00Z"]))).status).toBe(303);
  expect((await send(record, fields("", ["hs_createdate", "2021-01-01T00:00:00Z"]))).status).toBe(400);
  expect((await stored("tickets", "901"))?.properties).toEqual(properties);
});

test.each<[what: string, typed: [string, string][], words: string]>([
  ["an unknown object type", fields("dragons", ["subject", "Kept"]), "It must be an object type"],
  ["a value without a name", fields("tickets", ["", "Kept"]), "A property with a value must have a name"],
  [
    "a value without a name field",
    [
      ["action", "save"],
      ["type", "tickets"],
      ["value", "Kept"],
    ],
    "A property with a value must have a name",
  ],
  ["a creation date", fields("tickets", ["hs_createdate", "Kept"]), "It must be the name of a property that can be set"],
  ["the id property", fields("tickets", ["hs_object_id", "Kept"]), "It must be the name of a property that can be set"],
  ["a value that is not an option", fields("tickets", ["hs_ticket_priority", "Kept"]), "It must be one of the options"],
  ["a misspelled name", fields("tickets", ["subjcet", "Kept"]), "Did you mean subject?"],
  ["an unknown owner", fields("tickets", ["hs_owner_id", "Kept"]), "It must be the id of an owner"],
  ["a duplicate name", fields("tickets", ["subject", "Kept"], ["subject", "b"]), "The property subject must not occur twice"],
])("a form with %s is rejected, and shows the input again", async (_, typed, words) => {
  const { account, send, path } = await filled({ uncheckedValues: false });
  await account.seed({ records: { tickets: [{ id: "901" }] } });
  const before = await account.snapshot();
  const { status, html } = await send(path, typed);
  expect(status).toBe(400);
  expect(textOf(html)).toContain(words);
  expect(html).toMatch(/value="Kept"|Kept<\/textarea>/);
  for (const [name, value] of typed.slice(1, 2)) expect(html).toMatch(new RegExp(`name="${name}"[^>]* value="${value}"`));
  expect(await account.snapshot()).toEqual(before);
});

test("rejects nonexistent records and accounts, and oversized forms", async () => {
  const { look, send, path } = await filled();
  expect((await look(`${path}/tickets/7?edit`)).status).toBe(404);
  expect((await send(`${path}/tickets/7`, fields(""))).status).toBe(404);
  expect((await look("/console/accounts/7/records?new")).status).toBe(404);
  expect((await send(path, fields("__proto__", ["__proto__", "x"]))).status).toBe(400);
  expect((await send(path, { name: "x".repeat(70_000) })).status).toBe(413);
});
