import { expect } from "vitest";
import { expectInvalid, expectScope } from "../rejections.ts";
import type { Rows } from "../rows.ts";
import { outbox, recipient, send, sender } from "./sending.ts";

export const requestRows: Rows = {
  "send-needs-its-scope": async (platform) => {
    const call = { path: "/email/public/v1/singleEmail/send", body: { emailId: 1, message: { to: recipient } } };
    await expectScope(platform, "transactional-email", call);
  },
  "send-needs-an-email-id": async (platform) => {
    const account = await sender(platform);
    for (const emailId of [undefined, "1", 1.5]) expectInvalid(await send(account, { emailId }), "emailId");
  },
  "send-needs-a-recipient": async (platform) => {
    const account = await sender(platform);
    expectInvalid(await send(account, { message: { to: undefined } }), "message.to");
  },
  "send-unknown-email": async (platform) => {
    const account = await sender(platform);
    for (const emailId of [4, 5, -1, Number.MAX_SAFE_INTEGER]) expectInvalid(await send(account, { emailId }), "emailId");
    expect(await outbox(platform, account)).toEqual([]);
  },
  "send-fills-the-email": async (platform) => {
    const account = await sender(platform, { emails: [{ id: 1, subject: "Ticket {{ticket}} of {{ firstname }}{{ unknown }}" }] });
    await send(account, {
      contactProperties: [{ name: "firstname", value: "Jonas" }],
      customProperties: [{ name: "ticket", value: "9601" }],
    });
    expect((await outbox(platform, account))[0].subject).toBe("Ticket 9601 of Jonas");
  },
  "send-keeps-the-message": async (platform) => {
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
  },
  "send-from-of-the-email": async (platform) => {
    const account = await sender(platform);
    await send(account);
    await send(account, { message: { from: "sales@haldeninstruments.example" } });
    const senders = (await outbox(platform, account)).map((email) => email.from);
    expect(senders).toEqual(["support@haldeninstruments.example", "sales@haldeninstruments.example"]);
  },
};
