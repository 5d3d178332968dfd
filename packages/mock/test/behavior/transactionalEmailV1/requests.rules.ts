import { expect } from "vitest";
import { expectInvalid, expectScope } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { outbox, recipient, send, sender } from "./sending.ts";

rules("transactionalEmailV1", {
  "send-needs-its-scope": rule(
    "Sending an email requires the scope `transactional-email`.",
    "documented",
  )(async (platform) => {
    const call = { path: "/email/public/v1/singleEmail/send", body: { emailId: 1, message: { to: recipient } } };
    await expectScope(platform, "transactional-email", call);
  }),
  "send-needs-an-email-id": rule(
    "A request whose `emailId` is missing or is not an integer is rejected with status 400 and an error for `emailId`.",
    { grade: "described", source: "platform description, Transactional email send" },
  )(async (platform) => {
    const account = await sender(platform);
    for (const emailId of [undefined, "1", 1.5]) expectInvalid(await send(account, { emailId }), "emailId");
  }),
  "send-needs-a-recipient": rule(
    "A request without `message.to` is rejected with status 400 and an error for `message.to`.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    expectInvalid(await send(account, { message: { to: undefined } }), "message.to");
  }),
  "send-unknown-email": rule(
    "A request whose `emailId` is unknown or belongs to an unpublished email is rejected with status 400, the category VALIDATION_ERROR " +
      "and an error for `emailId`.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    for (const emailId of [4, 5, -1, Number.MAX_SAFE_INTEGER]) expectInvalid(await send(account, { emailId }), "emailId");
    expect(await outbox(platform, account)).toEqual([]);
  }),

  // Content
  "send-fills-the-email": rule("The values of `contactProperties` and `customProperties` are inserted into the email.", {
    grade: "described",
    source: "platform description, Transactional email send",
  })(async (platform) => {
    const account = await sender(platform, { emails: [{ id: 1, subject: "Ticket {{ticket}} of {{ firstname }}{{ unknown }}" }] });
    await send(account, {
      contactProperties: [{ name: "firstname", value: "Jonas" }],
      customProperties: [{ name: "ticket", value: "9601" }],
    });
    expect((await outbox(platform, account))[0].subject).toBe("Ticket 9601 of Jonas");
  }),
  "send-keeps-the-message": rule("The email has the `replyTo`, `replyToList`, `cc` and `bcc` addresses from the request.", {
    grade: "described",
    source: "platform description, Transactional email send",
  })(async (platform) => {
    const account = await sender(platform);
    const message = {
      to: recipient,
      replyTo: "a@larkspurbikes.example",
      replyToList: ["b@larkspurbikes.example"],
      cc: ["c@larkspurbikes.example"],
      bcc: ["d@larkspurbikes.example"],
    };
    await send(account, { message });
    expect((await outbox(platform, account))[0].message).toEqual(message);
  }),

  // Results
  "send-from-of-the-email": rule(
    "If the request contains no `from`, the sender of the published email is used.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    await send(account);
    await send(account, { message: { from: "sales@haldeninstruments.example" } });
    const senders = (await outbox(platform, account)).map((email) => email.from);
    expect(senders).toEqual(["support@haldeninstruments.example", "sales@haldeninstruments.example"]);
  }),
});
