import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { contacts, domain, outbox, recipient, resultOf, type Send, send, sender } from "./sending.ts";

const malformed = [
  "",
  "jonas",
  "jonas@",
  "@larkspurbikes.example",
  "jonas@larkspur",
  "a b@larkspurbikes.example",
  "jonas@-x.example",
  "a@b@c d",
];

rules("transactionalEmailV1", {
  "send-sent": rule(
    "If nothing prevents the email from being sent, the result is SENT, and the email is in the outbox.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    expect(await resultOf(account)).toBe("SENT");
    expect(await outbox(platform, account)).toMatchObject([{ emailId: 1, message: { to: recipient }, result: { sendResult: "SENT" } }]);
  }),
  "send-event": rule("If the email was sent, the response contains an `eventId` with an id and the time of sending.", {
    grade: "described",
    source: "platform description, Transactional email send",
  })(async (platform) => {
    const account = await sender(platform);
    await account.freeze(demoTime);
    const [first, second] = [(await send(account)).body.eventId, (await send(account)).body.eventId];
    expect(first).toEqual({ id: expect.stringMatching(/./), created: Date.parse(demoTime) });
    expect(second.id).not.toBe(first.id);
  }),
  "send-event-only-when-sent": rule("If the result is not SENT, the response contains no `eventId`.", {
    grade: "described",
    source: "platform description, Transactional email send",
  })(async (platform) => {
    const account = await sender(platform);
    const failed = (await send(account, { message: { to: "jonas" } })).body;
    await account.seed({ profile: { deferredDelivery: true } });
    for (const body of [failed, (await send(account)).body]) expect(Object.keys(body)).toEqual(["sendResult", "message"]);
  }),
  "send-failures-are-200": rule(
    "The response has status 200 for every result, and its `message` explains the result.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform, { bouncedAddresses: [recipient] });
    const inputs: Send[] = [
      {},
      { message: { to: "jonas" } },
      { message: { to: "mara@a.example" } },
      { emailId: 2, message: { to: "mara@a.example" } },
    ];
    const results = await Promise.all(inputs.map((input) => resultOf(account, input)));
    expect(results).toEqual(["PREVIOUSLY_BOUNCED", "INVALID_TO_ADDRESS", "SENT", "MISSING_CONTENT"]);
  }),
  "send-queued": rule(
    "If the account defers delivery, the result is QUEUED, and the email is in the outbox.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { profile: { deferredDelivery: true } });
    expect(await resultOf(account)).toBe("QUEUED");
    expect(await outbox(platform, account)).toMatchObject([{ result: { sendResult: "QUEUED" } }]);
  }),
  "send-invalid-to": rule(
    "If the `to` address is malformed, the result is INVALID_TO_ADDRESS.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    for (const to of malformed) expect(await resultOf(account, { message: { to } })).toBe("INVALID_TO_ADDRESS");
    for (const to of ["o'brien+a.b@x.example", "ü@münchen.example"]) expect(await resultOf(account, { message: { to } })).toBe("SENT");
  }),
  "send-malformed-from": rule(
    "If the `from` address is malformed, the result is INVALID_FROM_ADDRESS.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const senders = [...malformed, `support@@${domain}`, `support.@${domain}`, `Support <support@${domain}`];
    for (const from of senders) expect(await resultOf(account, { message: { from } })).toBe("INVALID_FROM_ADDRESS");
  }),
  "send-foreign-from": rule(
    "If the `from` address is at a domain that does not belong to the account, the result is INVALID_FROM_ADDRESS.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    for (const from of [`support@larkspurbikes.example`, `support@other${domain}`, `support@${domain}.example`]) {
      expect(await resultOf(account, { message: { from } })).toBe("INVALID_FROM_ADDRESS");
    }
  }),
  "send-own-from": rule(
    "The `from` address can be at the account's domain, at a connected domain, or at a subdomain of either. It can include a display " +
      "name, and its letter case is ignored.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { domains: [connected("haldenshop.example")] });
    const senders = [`a@${domain}`, `a@mail.${domain}`, `A@${domain.toUpperCase()}`, "a@haldenshop.example", `Support <a@${domain}>`];
    for (const from of senders) expect(await resultOf(account, { message: { from } })).toBe("SENT");
  }),
  "send-suspended": rule(
    "If the account is suspended, the result is PORTAL_SUSPENDED.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { profile: { suspended: true } });
    expect(await resultOf(account)).toBe("PORTAL_SUSPENDED");
    await account.seed({ profile: { suspended: false } });
    expect(await resultOf(account)).toBe("SENT");
  }),
  "send-blocked-domain": rule(
    "If the recipient's domain is blocked, in any letter case, the result is BLOCKED_DOMAIN.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { blockedDomains: ["Blocked.example"] });
    for (const to of ["a@blocked.example", "a@BLOCKED.example"])
      expect(await resultOf(account, { message: { to } })).toBe("BLOCKED_DOMAIN");
    expect(await resultOf(account)).toBe("SENT");
  }),
  "send-bounced": rule(
    "If earlier email to the recipient bounced, the result is PREVIOUSLY_BOUNCED. The letter case of the address is ignored.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { bouncedAddresses: ["Former@larkspurbikes.example"] });
    for (const to of ["former@larkspurbikes.example", "FORMER@larkspurbikes.example"]) {
      expect(await resultOf(account, { message: { to } })).toBe("PREVIOUSLY_BOUNCED");
    }
    expect(await resultOf(account)).toBe("SENT");
  }),
  "send-spam": rule(
    "If the recipient marked earlier email as spam, the result is PREVIOUS_SPAM. The letter case of the address is ignored.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { spamAddresses: ["Office@larkspurbikes.example"] });
    for (const to of ["office@larkspurbikes.example", "OFFICE@larkspurbikes.example"]) {
      expect(await resultOf(account, { message: { to } })).toBe("PREVIOUS_SPAM");
    }
    expect(await resultOf(account)).toBe("SENT");
  }),
  "send-missing-content": rule(
    "If the body of the published email is empty or blank, the result is MISSING_CONTENT.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    for (const body of [null, "", " \n\t "]) {
      await account.seed({ emails: [{ id: 2, body }] });
      expect(await resultOf(account, { emailId: 2 })).toBe("MISSING_CONTENT");
    }
    await account.seed({ emails: [{ id: 2, body: "Now there is one." }] });
    expect(await resultOf(account, { emailId: 2 })).toBe("SENT");
  }),
  "send-missing-properties": rule(
    "If the email requires a custom property that `customProperties` does not provide, the result is MISSING_TEMPLATE_PROPERTIES.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { properties: { contacts: [{ name: "tracking_number" }] } });
    const tracking = [{ name: "tracking_number", value: "1" }];
    const { body } = await send(account, { emailId: 3 });
    expect([body.sendResult, body.message]).toEqual(["MISSING_TEMPLATE_PROPERTIES", expect.stringContaining("tracking_number")]);
    expect(await resultOf(account, { emailId: 3, contactProperties: tracking })).toBe("MISSING_TEMPLATE_PROPERTIES");
    expect(await resultOf(account, { emailId: 3, customProperties: tracking })).toBe("SENT");
  }),
  "send-order-of-failures": rule(
    "If a request has several problems, the result is the first of them in this order: recipient, sender, suspended account, blocked " +
      "domain, bounce, spam, content, properties.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, {
      emails: [{ id: 1, body: null, requiredProperties: ["tracking_number"] }],
      profile: { suspended: true, deferredDelivery: true },
      blockedDomains: ["larkspurbikes.example"],
      bouncedAddresses: [recipient, "b@other.example"],
      spamAddresses: [recipient, "b@other.example", "s@other.example"],
    });
    expect(await resultOf(account, { message: { to: "jonas", from: "unknown" } })).toBe("INVALID_TO_ADDRESS");
    expect(await resultOf(account, { message: { from: "unknown" } })).toBe("INVALID_FROM_ADDRESS");
    expect(await resultOf(account)).toBe("PORTAL_SUSPENDED");
    await account.seed({ profile: { suspended: false } });
    expect(await resultOf(account)).toBe("BLOCKED_DOMAIN");
    expect(await resultOf(account, { message: { to: "b@other.example" } })).toBe("PREVIOUSLY_BOUNCED");
    expect(await resultOf(account, { message: { to: "s@other.example" } })).toBe("PREVIOUS_SPAM");
    const to = "fine@other.example";
    expect(await resultOf(account, { message: { to } })).toBe("MISSING_CONTENT");
    await account.seed({ emails: [{ id: 1, body: "Hello", requiredProperties: ["tracking_number"] }] });
    expect(await resultOf(account, { message: { to } })).toBe("MISSING_TEMPLATE_PROPERTIES");
    expect(await resultOf(account, { message: { to }, customProperties: [{ name: "tracking_number", value: "" }] })).toBe("QUEUED");
  }),
  "send-failure-sends-nothing": rule(
    "If the email was not sent, the outbox and the contacts do not change.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { spamAddresses: [recipient] });
    const contactProperties = [{ name: "firstname", value: "Jonas" }];
    expect(await resultOf(account, { contactProperties })).toBe("PREVIOUS_SPAM");
    expect(await outbox(platform, account)).toEqual([]);
    expect(await contacts(account)).toEqual([]);
  }),
});

function connected(name: string): Record<string, unknown> {
  const primary = { primaryLandingPage: false, primaryEmail: true, primaryBlog: false, primarySitePage: false, primaryKnowledge: false };
  const times = { created: Date.parse(demoTime), updated: Date.parse(demoTime) };
  return {
    id: "1",
    domain: name,
    ...primary,
    ...times,
    manuallyMarkedAsResolving: false,
    isResolving: true,
    isUsingHttps: true,
    sslRequestId: "1",
    usedFor: "EMAIL",
  };
}
