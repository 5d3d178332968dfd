import { expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

async function filled() {
  const console = await openConsole();
  const account = await console.mock.account();
  await account.seed({
    records: {
      contacts: [{ id: "1", properties: { firstname: "Jonas" } }],
      companies: [{ id: "5", properties: { name: "Larkspur Bikes" } }],
      tickets: [{ id: "7", archivedAt: "2026-04-19T08:00:00Z" }],
    },
    associationLabels: [
      {
        id: 1001,
        name: "billing",
        label: "Billing contact",
        from: "contacts",
        to: "companies",
        inverse: { id: 1002, name: "billed", label: "Billed by" },
      },
      { id: 1003, name: "friend", label: "Friend", from: "contacts", to: "contacts" },
    ],
  });
  return { ...console, account, path: `/console/accounts/${account.accountId}` };
}

function rowsIn(html: string): string[] {
  return [...html.matchAll(/<tr><th scope="row"[\s\S]*?<\/tr>/g)].map(([row]) => textOf(row).trim());
}

function checkedIn(html: string): string[] {
  return [...html.matchAll(/name="typeId" value="(\d+)" checked/g)].map(([, id = ""]) => id);
}

test("the list shows the labels of the account or, for a pair of object types, all association types", async () => {
  const { look, path } = await filled();
  const own = rowsIn((await look(`${path}/labels`)).html);
  expect(own).toHaveLength(2);
  expect(own[0]).toMatch(/^Billing contact contacts companies Billed by 1001 Rename Delete/);
  const pair = rowsIn((await look(`${path}/labels?fromObjectType=companies&toObjectType=contact`)).html);
  expect(pair).toHaveLength(8);
  expect(pair).toContain("unlabeled unlabeled 280 default");
  expect(pair.at(-1)).toMatch(/^Billed by Billing contact 1002 Rename/);
  const unknown = await look(`${path}/labels?fromObjectType=dragons`);
  expect([unknown.status, textOf(unknown.html)]).toEqual([400, expect.stringContaining("fromObjectType must be an object type")]);
  expect((await look("/console/accounts/7/labels")).status).toBe(404);
});

test("a label is created, renamed and deleted", async () => {
  const { account, look, send, path } = await filled();
  const fields = { fromObjectType: "0-5", toObjectType: "contact", name: "by", label: "Reported by", inverseLabel: "Reporter of" };
  expect((await send(`${path}/labels`, { action: "create", ...fields })).location).toBe(`${path}/labels?done=create`);
  expect(textOf((await look(`${path}/labels?done=create`)).html)).toMatch(
    /The label was created\..*Reported by tickets contacts Reporter of/,
  );
  const [created] = (await account.labels.list({ fromObjectType: "tickets", toObjectType: "contacts" })).slice(-1);
  const label = `${path}/labels/${created?.typeId}`;
  expect((await look(label)).html).toMatch(/name="label"[^>]* value="Reported by"[\s\S]*name="inverseLabel"[^>]* value="Reporter of"/);
  expect((await send(label, { action: "rename", label: "From", inverseLabel: "For" })).location).toBe(`${label}?done=rename`);
  expect((await account.labels.list()).find(({ typeId }) => typeId === created?.typeId)).toMatchObject({
    label: "From",
    inverse: { label: "For" },
  });
  expect((await look(`${path}/labels/1003`)).html).not.toContain('name="inverseLabel"');
  expect((await send(`${path}/labels`, { action: "delete", typeId: "1001" })).location).toBe(`${path}/labels?done=delete`);
  for (const id of ["1001", "1002", "279"]) expect((await look(`${path}/labels/${id}`)).status).toBe(404);
});

test.each<[what: string, fields: Record<string, string>, words: string]>([
  ["an unknown object type", { toObjectType: "dragons" }, "It must be an object type"],
  ["no object type", { toObjectType: "" }, "It must not be empty."],
  [
    "a name that is already in use",
    { name: "billing" },
    "It must not result in a name that an association type between the object types already has.",
  ],
  ["a name with a space", { name: "a b" }, "It must consist of letters, digits and underscores, and not start with a digit."],
  ["an empty label", { label: " " }, "It must not be blank."],
])("a label with %s is rejected, and the form shows the input again", async (_, wrong, words) => {
  const { account, send, path } = await filled();
  const fields = { fromObjectType: "contacts", toObjectType: "companies", name: "site", label: "Site", inverseLabel: "Kept", ...wrong };
  const before = await account.snapshot();
  const { status, html } = await send(`${path}/labels`, { action: "create", ...fields });
  expect(status).toBe(400);
  expect(textOf(html)).toContain(words);
  const form = html.slice(html.indexOf('value="create"'));
  for (const [name, value] of Object.entries(fields)) expect(form).toMatch(new RegExp(`name="${name}"[^>]* value="${value}"`));
  expect(await account.snapshot()).toEqual(before);
});

test("two records are associated with labels, and the association is removed", async () => {
  const { account, look, send, path } = await filled();
  const contact = `${path}/records/contacts/1`;
  const { location } = await send(contact, { action: "associate", type: "companies", id: " 5 " });
  expect(location).toBe(`${contact}/associations/companies/5`);
  const { html } = await look(location);
  expect(textOf(html)).toContain("Association between Jonas and Larkspur Bikes");
  expect(textOf(html)).toMatch(/Primary .* type 1 .*Billing contact .* type 1001/);
  expect(checkedIn(html)).toEqual([]);
  expect(html).not.toContain("Remove the association");
  const chosen: [string, string][] = [
    ["action", "save"],
    ["typeId", "1"],
    ["typeId", "1001"],
  ];
  expect((await send(location, chosen)).location).toBe(`${location}?done=save`);
  expect(checkedIn((await look(location)).html)).toEqual(["1", "1001"]);
  expect(textOf((await look(contact)).html)).toMatch(/companies: Billing contact 1 record, .*Larkspur Bikes 5 Change/);
  expect((await look(contact)).html).toContain(`href="${location}"`);
  await send(location, { action: "save" });
  const stored = async () => (await account.snapshot()).associations?.map(({ type }) => type);
  expect(await stored()).toEqual(["contact_to_company_unlabeled"]);
  expect((await send(location, { action: "remove" })).location).toBe(`${location}?done=remove`);
  expect(await stored()).toBeUndefined();
  expect(textOf((await look(`${contact}/associations/deals/1`)).html)).toContain("No deal has this id");
});

test("an invalid association is rejected, and the form shows the input again", async () => {
  const { mock, account, look, send, path } = await filled();
  const contact = `${path}/records/contacts/1`;
  const missing = await send(contact, { action: "associate", type: "companies", id: "6" });
  expect([missing.status, textOf(missing.html)]).toEqual([404, expect.stringContaining("No company has this id")]);
  expect(missing.html).toMatch(/name="type"[^>]* value="companies"[\s\S]*name="id"[^>]* value="6"/);
  expect((await send(contact, { action: "associate", type: "", id: "6" })).status).toBe(400);
  const archived = await send(`${contact}/associations/tickets/7`, { action: "save" });
  expect([archived.status, textOf(archived.html)]).toEqual([404, expect.stringContaining("No ticket has this id")]);
  const chosen: [string, string][] = [
    ["action", "save"],
    ["typeId", "33"],
    ["typeId", "2"],
  ];
  const wrong = await send(`${contact}/associations/companies/5`, chosen);
  expect([wrong.status, textOf(wrong.html)]).toEqual([
    400,
    expect.stringContaining("[1].associationTypeId must be the id of an association type"),
  ]);
  expect(checkedIn(wrong.html)).toEqual(["33"]);
  expect((await account.snapshot()).associations).toBeUndefined();
  const other = await mock.account();
  for (const place of ["records/contacts/1", "records/contacts/1/associations/companies/5", "labels/1001"]) {
    const elsewhere = `/console/accounts/${other.accountId}/${place}`;
    expect((await look(elsewhere)).status).toBe(404);
    for (const action of ["restore", "save", "rename"]) expect((await send(elsewhere, { action })).status).toBeGreaterThan(399);
  }
  const removed = await send(`/console/accounts/${other.accountId}/labels`, { action: "delete", typeId: "1001" });
  expect(removed.status).toBe(404);
});
