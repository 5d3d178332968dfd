import { expect } from "vitest";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { outbox, resultOf, send, sender } from "./sending.ts";

const message = { sendId: "ticket-9601" };

rules("transactionalEmailV1", {
  "send-id-sends-once": rule(
    "At most one email is sent for each `sendId`, even if requests are concurrent.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    await Promise.all([1, 2, 3, 4].map(() => send(account, { message })));
    expect(await outbox(platform, account)).toHaveLength(1);
    await send(account, { message: { sendId: "ticket-9602" } });
    await send(account);
    await send(account);
    expect(await outbox(platform, account)).toHaveLength(4);
  }),
  "send-id-repeats-the-response": rule(
    "A request with a `sendId` that was already used returns the first response, regardless of the rest of the request.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const { body: first } = await send(account, { message });
    expect(first.sendResult).toBe("SENT");
    await account.advance(60_000);
    const other = { message: { ...message, to: "unknown" }, contactProperties: [{ name: "firstname", value: "Jonas" }] };
    for (const input of [{ message }, other]) {
      const { status, body } = await send(account, input);
      expect([status, body]).toEqual([200, first]);
    }
  }),
  "send-id-remembers-failures": rule(
    "If an email with a `sendId` could not be sent, a repeated request returns the same result. If the first request was rejected with " +
      "status 400, its `sendId` can be used again.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform, { profile: { suspended: true } });
    expect(await resultOf(account, { message })).toBe("PORTAL_SUSPENDED");
    await account.seed({ profile: { suspended: false } });
    expect(await resultOf(account, { message })).toBe("PORTAL_SUSPENDED");
    expectInvalid(await send(account, { emailId: 5, message: { sendId: "second" } }), "emailId");
    expect(await resultOf(account, { message: { sendId: "second" } })).toBe("SENT");
  }),
  "send-id-of-another-account": rule(
    "Each account has its own `sendId` values, so two accounts can use the same value.",
    "assumed",
  )(async (platform) => {
    const [first, second] = [await sender(platform), await sender(platform)];
    await send(first, { message });
    expect(await outbox(platform, second)).toEqual([]);
    await send(second, { message });
    expect(await outbox(platform, second)).toHaveLength(1);
  }),
});
