import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { contacts, outbox, recipient, resultOf, send, sender, valuesOf } from "./sending.ts";

const jonas = { id: "3101", properties: { email: recipient, firstname: "Jon", city: "Oslo" } };
const given = (name: string, value: string) => ({ contactProperties: [{ name, value }] });

rules("transactionalEmailV1", {
  "send-writes-contact-properties": rule(
    "The values of `contactProperties` are set on the recipient's contact, and earlier values remain in the history of each property.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform, { records: { contacts: [jonas] } });
    await send(account, given("firstname", "Jonas"));
    await send(account, given("firstname", "Jonas B."));
    const [contact, ...others] = await contacts(account);
    expect([contact.id, others]).toEqual(["3101", []]);
    expect(valuesOf(contact, "firstname")).toEqual(["Jonas B.", "Jonas", "Jon"]);
    expect(valuesOf(contact, "city")).toEqual(["Oslo"]);
    // Setting the clock back does not change the order of the history, even in a restored snapshot.
    await account.freeze("2020-01-01T00:00:00Z");
    await send(account, given("firstname", "J. Brandt"));
    await account.seed({ records: { contacts: await contacts(account) } });
    expect(valuesOf((await contacts(account))[0], "firstname")[0]).toBe("J. Brandt");
  }),
  "send-contact-history-ends": rule(
    "If sending an email changes a property, only the newest 200 values remain in the property's history.",
    "assumed",
  )(async (platform) => {
    const city = Array.from({ length: 200 }, (_, index) => ({ value: `City ${200 - index}`, timestamp: demoTime, sourceType: "API" }));
    const account = await sender(platform, { records: { contacts: [{ ...jonas, properties: { email: recipient, city } }] } });
    await send(account, given("city", "Bergen"));
    await send(account, given("city", "Oslo"));
    const values = valuesOf((await contacts(account))[0], "city");
    expect([values.length, values.slice(0, 3), values.at(-1)]).toEqual([200, ["Oslo", "Bergen", "City 200"], "City 3"]);
  }),
  "send-creates-the-contact": rule(
    "If the recipient has no contact, a contact is created with the email address and the values.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    await account.freeze(demoTime);
    await send(account, given("firstname", "Jonas"));
    await send(account, given("lastname", "Brandt"));
    const [contact, ...others] = await contacts(account);
    expect(others).toEqual([]);
    expect(["email", "firstname", "lastname"].map((name) => valuesOf(contact, name))).toEqual([[recipient], ["Jonas"], ["Brandt"]]);
    expect(Date.parse(contact.createdAt)).toBe(Date.parse(demoTime));
  }),
  "send-finds-the-contact-in-any-case": rule(
    "The recipient's contact is found even if the letter case of its email address is different.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, {
      records: { contacts: [{ ...jonas, properties: { email: "Jonas.Brandt@LarkspurBikes.example" } }] },
    });
    await send(account, { message: { to: recipient }, ...given("firstname", "Jonas") });
    await send(account, { message: { to: recipient.toUpperCase() }, ...given("lastname", "Brandt") });
    const [contact, ...others] = await contacts(account);
    expect([contact.id, others]).toEqual(["3101", []]);
    expect(["firstname", "lastname"].map((name) => valuesOf(contact, name))).toEqual([["Jonas"], ["Brandt"]]);
  }),
  "send-custom-properties-are-not-set": rule("The values of `customProperties` are not set on the contact.", {
    grade: "described",
    source: "platform description, Transactional email send",
  })(async (platform) => {
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
  }),
  "send-without-contact-properties": rule(
    "A request without `contactProperties` does not create or change a contact.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { records: { contacts: [jonas] } });
    const before = await contacts(account);
    await send(account, { message: { to: "ines.ferreira@larkspurbikes.example" } });
    await send(account, { contactProperties: [] });
    expect(await outbox(platform, account)).toHaveLength(2);
    expect(await contacts(account)).toEqual(before);
  }),
  "send-unique-contact-property": rule(
    "If `contactProperties` sets a unique property to a value that another contact already has, the request is rejected with status 400 " +
      "and an error for the value, and nothing is sent.",
    "assumed",
  )(async (platform) => {
    const ines = { id: "3102", properties: { email: "ines.ferreira@larkspurbikes.example", badge: "7" } };
    const state = { properties: { contacts: [{ name: "badge", unique: true }] }, records: { contacts: [jonas, ines] } };
    const account = await sender(platform, state);
    const before = await contacts(account);
    expectInvalid(await send(account, given("badge", "7")), "contactProperties[0].value");
    expectInvalid(await send(account, given("hs_additional_emails", ines.properties.email)), "contactProperties[0].value");
    expect(await outbox(platform, account)).toEqual([]);
    expect(await contacts(account)).toEqual(before);
    expect((await send(account, given("badge", "8"))).body.sendResult).toBe("SENT");
  }),
  "send-contact-email-is-the-recipient": rule(
    "`contactProperties` can set `email` only to the recipient's address. Any other address is rejected with status 400 and an error " +
      "for the value, and nothing is sent.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const other = [
      { name: "firstname", value: "Jonas" },
      { name: "email", value: "ines.ferreira@larkspurbikes.example" },
    ];
    expectInvalid(await send(account, { contactProperties: other, message: { sendId: "free" } }), "contactProperties[1].value");
    expect(await outbox(platform, account)).toEqual([]);
    expect(await contacts(account)).toEqual([]);
    for (const value of [recipient, recipient.toUpperCase()]) {
      expect(await resultOf(account, { ...given("email", value), message: { sendId: "free" } })).toBe("SENT");
      expect(await resultOf(account, given("email", value))).toBe("SENT");
    }
    expect((await contacts(account)).map((contact) => valuesOf(contact, "email"))).toEqual([[recipient]]);
  }),
  "send-contact-properties-of-the-platform": rule(
    "If `contactProperties` contains a property that the platform computes, such as `hs_object_id`, the request is rejected with status " +
      "400 and an error for the property, and nothing is sent.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { records: { contacts: [jonas] } });
    const before = await contacts(account);
    for (const name of ["hs_createdate", "hs_lastmodifieddate", "hs_object_id"]) {
      expectInvalid(await send(account, given(name, "1")), "contactProperties[0].name");
    }
    expect([await contacts(account), await outbox(platform, account)]).toEqual([before, []]);
  }),
  "send-unknown-contact-property": rule(
    "If `contactProperties` contains a property that contacts do not have, or a value that the property does not allow, the request is " +
      "rejected with status 400 and an error for the name or the value, and nothing is sent.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { records: { contacts: [jonas] } });
    const before = await contacts(account);
    for (const name of ["color", "n".repeat(101)]) expectInvalid(await send(account, given(name, "1")), "contactProperties[0].name");
    expectInvalid(await send(account, given("lifecyclestage", "new")), "contactProperties[0].value");
    expect([await contacts(account), await outbox(platform, account)]).toEqual([before, []]);
    expect(await resultOf(account, given("lifecyclestage", "lead"))).toBe("SENT");
  }),
  "send-archived-contact": rule(
    "If the recipient's contact is archived, a new contact is created. Unique values move to the new contact, and remain in the history " +
      "of the archived one.",
    "assumed",
  )(async (platform) => {
    const archived = { ...jonas, createdAt: "2019-04-20T08:00:00Z", archivedAt: "2020-04-20T08:00:00Z" };
    const withBadge = { ...archived, properties: { ...archived.properties, badge: "7" } };
    const account = await sender(platform, {
      properties: { contacts: [{ name: "badge", unique: true }] },
      records: { contacts: [withBadge] },
    });
    const contactProperties = [
      { name: "firstname", value: "Jonas" },
      { name: "badge", value: "7" },
    ];
    expect(await resultOf(account, { contactProperties })).toBe("SENT");
    expect(await resultOf(account, given("lastname", "Brandt"))).toBe("SENT");
    const [old, live, ...others] = await contacts(account);
    expect(others).toEqual([]);
    expect([old.id, old.archivedAt, live.archivedAt]).toEqual(["3101", archived.archivedAt, undefined]);
    // The archived contact's former unique values remain only in its history.
    const names = ["email", "badge", "firstname", "lastname", "city"];
    expect(names.map((name) => valuesOf(old, name))).toEqual([["", recipient], ["", "7"], ["Jon"], [], ["Oslo"]]);
    expect(names.map((name) => valuesOf(live, name))).toEqual([[recipient], ["7"], ["Jonas"], ["Brandt"], []]);
  }),
});
