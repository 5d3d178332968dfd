import { expect } from "vitest";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { violations } from "../violations.ts";
import { base, batch, get, idsOf, seededAccount } from "./calls.ts";

rules("records", {
  "records-values-not-text": rule(
    "A value can be sent as a JSON number or boolean. It is stored as text, like the same value in quotes, and the journal lists it as an " +
      "accepted violation.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ properties: { contacts: [{ name: "budget", type: "number", fieldType: "number" }] } });
    const properties = { budget: 10000.5, city: 12, firstname: true };
    const stored = { budget: "10000.5", city: "12", firstname: "true" };
    const created = await account.call({ path: `${base}/contacts`, body: { properties } });
    expect([created.status, created.body.properties]).toMatchObject([201, stored]);
    const { id } = created.body;
    expect((await account.call({ method: "PATCH", path: `${base}/contacts/${id}`, body: { properties } })).body.properties).toMatchObject(
      stored,
    );
    for (const [verb, input, path] of [
      ["create", {}, base],
      ["update", { id }, "/crm/v3/objects"],
      ["upsert", { id: "ines@larkspur.example", idProperty: "email" }, "/crm/objects/2025-09"],
    ] as const) {
      const body = { inputs: [{ ...input, properties }] };
      const response = await account.call({ path: `${path}/contacts/batch/${verb}`, body });
      expect([verb, response.body.results[0].properties]).toMatchObject([verb, stored]);
    }
    const listed = await violations(platform, account, 5);
    expect(listed).toHaveLength(15);
    const budget = { in: "properties.budget", code: "type", received: "number", accepted: true };
    expect(listed.find((problem) => problem.in === budget.in)).toMatchObject(budget);
    const wrong = await account.call({ path: `${base}/contacts`, body: { properties: { budget: true, city: {}, phone: ["1"] } } });
    expectInvalid(wrong, "properties.city", "properties.phone");
    const unknown = await account.call({ path: `${base}/contacts`, body: { properties: { budget: true } } });
    expect([unknown.status, unknown.body.errors[0].code]).toEqual([400, "INVALID_INTEGER"]);
  }),
  "records-values-exact-numbers": rule(
    "A JSON number is stored without an exponent. A number that may have been rounded when the JSON was parsed is rejected with a 400: one " +
      "that is too large, an integer from 2^52 on, or a decimal with more than 15 significant digits. Send such numbers as strings.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const send = (amount: string) => account.call({ path: `${base}/deals`, text: `{"properties":{"amount":${amount}}}` });
    for (const [number, text] of [
      ["0.0000001", "0.0000001"],
      ["-1.25e-9", "-0.00000000125"],
      ["1e3", "1000"],
      ["123456789012.345", "123456789012.345"],
      ["4503599627370495", "4503599627370495"],
    ] as const) {
      const { status, body } = await send(number);
      expect([number, status, body.properties?.amount]).toEqual([number, 201, text]);
    }
    for (const number of [
      "1e400",
      "-1e400",
      "4503599627370497.5",
      "9007199254740993",
      "1e21",
      "0.1234567890123456",
      "0.30000000000000004",
    ]) {
      const response = await send(number);
      expectInvalid(response, "properties.amount");
      expect(response.body.errors[0].message).toContain("must be a string");
    }
    expect((await send('"4503599627370497.5"')).body.properties.amount).toBe("4503599627370497.5");
  }),
  "records-values-null": rule("A property whose value is `null` in a write keeps its value. A new record has no value for it.", {
    grade: "assumed",
    source: "a maintainer's answer; no recording confirms it",
  })(async (platform) => {
    const account = await seededAccount(platform);
    const update = { method: "PATCH", path: `${base}/contacts/3101`, body: { properties: { firstname: null, city: "Ulm" } } };
    expect((await account.call(update)).status).toBe(200);
    const { properties } = (await get(account, "contacts", "3101", { properties: "firstname,city" })).body;
    expect(properties).toMatchObject({ firstname: "Jonas", city: "Ulm" });
    const inputs = [{ id: "3101", properties: { firstname: null, city: "" } }];
    expect((await batch(account, "contacts", "update", inputs)).body.results[0].properties).toMatchObject({ city: null });
    const created = await account.call({ path: `${base}/contacts`, body: { properties: { firstname: null, email: null } } });
    expect([created.status, created.body.properties]).not.toHaveProperty("[1].firstname");
    expect(created.status).toBe(201);
    expect(await violations(platform, account, 3)).toMatchObject([
      { in: "inputs[0].properties.firstname", received: "null", accepted: true },
      { in: "properties.email", received: "null", accepted: true },
      { in: "properties.firstname", received: "null", accepted: true },
      { in: "properties.firstname", received: "null", accepted: true },
    ]);
  }),
  "records-search-after-number": rule(
    "The `after` of a search can be a number. The first page has the number 0.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const search = (after: unknown) => account.call({ path: `${base}/contacts/search`, body: { after } });
    expect([idsOf(await search(0)), idsOf(await search(1))]).toEqual([["3101"], []]);
    expect(await violations(platform, account, 2)).toMatchObject([
      { in: "after", accepted: true },
      { in: "after", accepted: true },
    ]);
    for (const after of [-1, 0.5, null, true]) expectInvalid(await search(after), "after");
  }),
});
