import { expect } from "vitest";
import { demoTime, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";
import { contacts, outbox, recipient, sender, send as sendV1, valuesOf } from "./transactionalEmailV1/sending.ts";

const path = "/marketing/transactional/2026-03/single-email/send";
type Fields = Readonly<Record<string, unknown>>;

rules("transactionalEmail", {
  "single-send-needs-its-scope": rule(
    "Sending an email requires the scope `transactional-email`.",
    "documented",
  )((platform) => expectScope(platform, "transactional-email", { path, body: { emailId: 1, message: { to: recipient } } })),
  "single-send-like-v1": rule(
    "The results, the content of the email and the effects on contacts and on the outbox are the same as in version v1.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { properties: { contacts: [{ name: "badge" }] } });
    const message = { cc: ["c@larkspurbikes.example"], bcc: ["d@larkspurbikes.example"], from: "Sales <sales@haldeninstruments.example>" };
    await send(account, { message, contactProperties: { badge: "7" }, customProperties: { ticket: "9601" } });
    await sendV1(account, {
      message,
      contactProperties: [{ name: "badge", value: "7" }],
      customProperties: [{ name: "ticket", value: "9601" }],
    });
    const [newer, older] = (await outbox(platform, account)).map(({ number: _number, at: _at, result: _result, ...email }) => email);
    expect(newer).toEqual(older);
    const [contact, ...others] = await contacts(account);
    expect([others, valuesOf(contact, "badge"), newer.subject]).toEqual([[], ["7"], "We have your ticket 9601"]);
  }),
  "single-send-complete": rule(
    "If the email was sent, `status` is COMPLETE, and the response contains a `statusId`, the times of the send by the account's clock, " +
      "and the `eventId`.",
    { grade: "assumed", source: "the public documentation of a similar API names the fields" },
  )(async (platform) => {
    const account = await sender(platform);
    await account.freeze(demoTime);
    const id = expect.stringMatching(/./);
    const times = { requestedAt: demoTime, startedAt: demoTime, completedAt: demoTime };
    expect((await send(account)).body).toEqual({
      ...times,
      status: "COMPLETE",
      statusId: id,
      sendResult: "SENT",
      message: "The email was sent.",
      eventId: { id, created: demoTime },
    });
  }),
  "single-send-failed": rule(
    "If the email was not sent, the response has status 200, `status` is COMPLETE, and `sendResult` is the reason. The response has no " +
      "`eventId`.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { bouncedAddresses: [recipient] });
    const { status, body } = await send(account);
    expect([status, body.status, body.sendResult, "eventId" in body]).toEqual([200, "COMPLETE", "PREVIOUSLY_BOUNCED", false]);
    expect(await outbox(platform, account)).toEqual([]);
  }),
  "single-send-pending": rule(
    "If the account defers delivery, `status` is PENDING, `sendResult` is QUEUED, and the response contains neither `startedAt` nor " +
      "`completedAt`.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { profile: { deferredDelivery: true } });
    const { body } = await send(account);
    expect(Object.keys(body).sort()).toEqual(["message", "requestedAt", "sendResult", "status", "statusId"]);
    expect([body.status, body.sendResult]).toEqual(["PENDING", "QUEUED"]);
    expect(await outbox(platform, account)).toHaveLength(1);
  }),
  "single-send-maps": rule(
    "Errors for `contactProperties` name the property, for example `contactProperties.email`. Values of `customProperties` that are not " +
      "strings are inserted as JSON.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    expectInvalid(
      await send(account, { contactProperties: { city: "Oslo", email: "other@larkspurbikes.example" } }),
      "contactProperties.email",
    );
    expectInvalid(await send(account, { contactProperties: { unknown: "1" } }), "contactProperties.unknown");
    expectInvalid(await send(account, { contactProperties: { city: 7 } }), "contactProperties.city");
    await account.seed({ emails: [{ id: 1, subject: "{{ a }} {{ b }} {{ c }}" }] });
    await send(account, { customProperties: { a: 7, b: ["x"], c: null } });
    expect((await outbox(platform, account)).map(({ subject }) => subject)).toEqual(['7 ["x"] null']);
  }),
  "single-send-unknown-email": rule(
    "A request whose `emailId` is unknown or belongs to an unpublished email, or that has no `message.to`, is rejected with status 400 " +
      "and an error for the field.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    for (const emailId of [4, 5]) expectInvalid(await send(account, { emailId }), "emailId");
    expectInvalid(await send(account, { message: { to: undefined } }), "message.to");
    expect(await outbox(platform, account)).toEqual([]);
  }),
  "single-send-id": rule(
    "A request with a `sendId` that was already used sends nothing, and returns the result, the times and the `statusId` of the first " +
      "request. Versions 2026-03 and v1 share the values of `sendId`.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const message = { sendId: "one" };
    const [first, second] = [(await send(account, { message })).body, (await send(account, { message, emailId: 99 })).body];
    expect(second).toEqual(first);
    expect((await sendV1(account, { message })).body.eventId.id).toBe(first.eventId.id);
    const older = (await sendV1(account, { message: { sendId: "two" } })).body;
    await account.advance(60_000);
    const [third, fourth] = [
      (await send(account, { message: { sendId: "two" } })).body,
      (await send(account, { message: { sendId: "two" } })).body,
    ];
    expect([third.eventId.id, fourth]).toEqual([older.eventId.id, third]);
    expect(third.requestedAt).toBe(third.eventId.created);
    expect(await outbox(platform, account)).toHaveLength(2);
    const restored = await platform.account({ hubDomain: "haldeninstruments.example" });
    await restored.seed({ sendIds: (await account.snapshot()).sendIds });
    expect((await send(restored, { message })).body).toEqual(first);
  }),
  "single-send-reply-to": rule(
    "All addresses in `replyTo` become reply addresses of the email. The outbox shows them as `replyToList`.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const replyTo = ["a@larkspurbikes.example", "b@larkspurbikes.example"];
    await send(account, { message: { replyTo } });
    expect((await outbox(platform, account))[0].message).toEqual({ to: recipient, replyToList: replyTo });
  }),
});

/** Sends email 1 to the recipient. `input` overrides fields of the request. */
function send(account: TestAccount, { message = {}, ...input }: Fields & { readonly message?: Fields } = {}): Promise<TestResponse> {
  return account.call({ path, body: { emailId: 1, message: { to: recipient, ...message }, ...input } });
}
