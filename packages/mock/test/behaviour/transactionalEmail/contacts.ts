import { expect } from "vitest";
import { expectInvalid } from "../refusals.ts";
import { type Rows, storyTime } from "../rows.ts";
import { contacts, outbox, recipient, send, sender, valuesOf } from "./sending.ts";

const jonas = { id: "3101", properties: { email: recipient, firstname: "Jon", city: "Oslo" } };
const given = (name: string, value: string) => ({ contactProperties: [{ name, value }] });

export const contactRows: Rows = {
  "send-writes-contact-properties": async (platform) => {
    const account = await sender(platform, { records: { contacts: [jonas] } });
    await send(account, given("firstname", "Jonas"));
    await send(account, given("firstname", "Jonas B."));
    const [contact, ...others] = await contacts(account);
    expect([contact.id, others]).toEqual(["3101", []]);
    expect(valuesOf(contact, "firstname")).toEqual(["Jonas B.", "Jonas", "Jon"]);
    expect(valuesOf(contact, "city")).toEqual(["Oslo"]);
  },
  "send-creates-the-contact": async (platform) => {
    const account = await sender(platform);
    await account.freeze(storyTime);
    await send(account, given("firstname", "Jonas"));
    await send(account, given("lastname", "Brandt"));
    const [contact, ...others] = await contacts(account);
    expect(others).toEqual([]);
    expect(["email", "firstname", "lastname"].map((name) => valuesOf(contact, name))).toEqual([[recipient], ["Jonas"], ["Brandt"]]);
    expect(Date.parse(contact.createdAt)).toBe(Date.parse(storyTime));
  },
  "send-finds-the-contact-in-any-case": async (platform) => {
    const account = await sender(platform, {
      records: { contacts: [{ ...jonas, properties: { email: "Jonas.Brandt@LarkspurBikes.example" } }] },
    });
    await send(account, { message: { to: recipient }, ...given("firstname", "Jonas") });
    await send(account, { message: { to: recipient.toUpperCase() }, ...given("lastname", "Brandt") });
    const [contact, ...others] = await contacts(account);
    expect([contact.id, others]).toEqual(["3101", []]);
    expect(["firstname", "lastname"].map((name) => valuesOf(contact, name))).toEqual([["Jonas"], ["Brandt"]]);
  },
  "send-custom-properties-are-not-set": async (platform) => {
    const account = await sender(platform, { records: { contacts: [jonas] } });
    await send(account, {
      ...given("firstname", "Jonas"),
      customProperties: [
        { name: "city", value: "Bergen" },
        { name: "ticket", value: "9601" },
      ],
    });
    const [contact] = await contacts(account);
    expect(valuesOf(contact, "city")).toEqual(["Oslo"]);
    expect(valuesOf(contact, "ticket")).toEqual([]);
    expect(valuesOf(contact, "firstname")[0]).toBe("Jonas");
  },
  "send-without-contact-properties": async (platform) => {
    const account = await sender(platform, { records: { contacts: [jonas] } });
    const before = await contacts(account);
    await send(account, { message: { to: "ines.ferreira@larkspurbikes.example" } });
    await send(account, { contactProperties: [] });
    expect(await outbox(platform, account)).toHaveLength(2);
    expect(await contacts(account)).toEqual(before);
  },
  "send-unique-contact-property": async (platform) => {
    const ines = { id: "3102", properties: { email: "ines.ferreira@larkspurbikes.example", badge: "7" } };
    const state = { properties: { contacts: [{ name: "badge", unique: true }] }, records: { contacts: [jonas, ines] } };
    const account = await sender(platform, state);
    const before = await contacts(account);
    for (const [name, value] of [
      ["badge", "7"],
      ["email", "Ines.Ferreira@larkspurbikes.example"],
    ] as const) {
      expectInvalid(await send(account, given(name, value)), "contactProperties");
    }
    expect(await outbox(platform, account)).toEqual([]);
    expect(await contacts(account)).toEqual(before);
    expect((await send(account, given("badge", "8"))).body.sendResult).toBe("SENT");
  },
};
