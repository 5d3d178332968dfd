import type { SentEmail } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Platform, TestAccount } from "../behavior/platform.ts";
import { databases, kindsOfDatabase } from "../store/stores.ts";
import { startServer } from "../torture/server.ts";
import { controlledMock } from "./controlling.ts";

const path = "/email/public/v1/singleEmail/send";

async function send({ call }: TestAccount, body: object = {}): Promise<string> {
  const { status, body: response } = await call({ path, body: { emailId: 1, message: { to: "a@b.example" }, ...body } });
  return status === 200 ? response.sendResult : String(status);
}

async function outbox({ control }: Platform, { accountId }: TestAccount, query = ""): Promise<SentEmail[]> {
  return (await control("GET", `/outbox?accountId=${accountId}${query}`)).body.results;
}

async function sent(body: string, values: Readonly<Record<string, string>> = {}, on?: Platform): Promise<SentEmail> {
  const platform = on ?? (await controlledMock());
  const account = await platform.account();
  await account.seed({ emails: [{ id: 1, body, subject: "{{ name }}!" }] });
  await send(account, { customProperties: Object.entries(values).map(([name, value]) => ({ name, value })) });
  const [email] = await outbox(platform, account);
  if (!email) throw new Error("Nothing was sent.");
  return email;
}

test("an outbox email contains its content as HTML and as text, with the values inserted", async () => {
  const body = "<style>p { color: red }</style><h1>Hello  {{ name }}</h1>\n<p>You &amp; me<br>&#8364;5 {{unknown}}</p><!-- x -->";
  const name = `<img src=x onerror="alert('1')"> & co`;
  const email = await sent(body, { name });
  expect(email.subject).toBe(`${name}!`);
  expect(email.html).toBe(
    "<style>p { color: red }</style><h1>Hello  &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co</h1>\n" +
      "<p>You &amp; me<br>&#8364;5 </p><!-- x -->",
  );
  expect(email.text).toBe(`Hello ${name}\n\nYou & me\n€5`);
});

test.each([
  ["Hi\nthere", "Hi\nthere"],
  ["1 < 2 & 3 > 2", "1 < 2 & 3 > 2"],
  ["<ul><li>a</li><li>b</li></ul>", "a\nb"],
  ["<script>alert(1)</script>x<SCRIPT >y", "x"],
  ["&#x110000;&#1234567;&#128512;&lt;b&gt;&nope;", "&#x110000;&#1234567;😀<b>&nope;"],
])("the text of %j is %j", async (body, text) => {
  expect((await sent(body)).text).toBe(text);
});

test("hostile content does not make the mock slow or large", async () => {
  // The mock runs in a separate process that can be killed, because code with quadratic running time would take hours.
  const { platform, kill } = await startServer("memory");
  onTestFinished(kill);
  const many = 200_000;
  const slow = ["<script", "<!--", "<p", "{{ a", "</script  ", "&#1", "\n \n"].map((part) => part.repeat(many)).join("");
  await sent(slow, {}, platform);
  const large = await sent("{{ name }}".repeat(1_000), { name: "x".repeat(100_000) });
  expect(large.html?.length).toBe(1_000_000);
});

describe.each(kindsOfDatabase)("rejected emails, in %s", (kind) => {
  test("rejected emails are listed separately, with the result and the reason", async () => {
    const platform = await controlledMock({ database: await databases[kind]() });
    const account = await platform.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" }, hubDomain: "hub.example" });
    await account.seed({ emails: [{ id: 1, name: "Hello", body: "Hi {{ name }}" }], bouncedAddresses: ["a@b.example"] });
    const before = await account.snapshot();
    expect(await send(account, { customProperties: [{ name: "name", value: "Ada" }] })).toBe("PREVIOUSLY_BOUNCED");
    expect(await send(account, { message: { to: "unknown", cc: ["c@b.example"] } })).toBe("INVALID_TO_ADDRESS");
    expect(await account.snapshot()).toEqual(before);
    expect(await outbox(platform, account)).toEqual([]);
    const rejected = await outbox(platform, account, "&rejected=true");
    expect(rejected).toEqual([
      {
        number: 1,
        at: "2026-04-20T08:00:00Z",
        emailId: 1,
        subject: "Hello",
        from: "noreply@hub.example",
        message: { to: "a@b.example" },
        contactProperties: [],
        customProperties: [{ name: "name", value: "Ada" }],
        html: "Hi Ada",
        text: "Hi Ada",
        result: { sendResult: "PREVIOUSLY_BOUNCED", message: "Earlier email to the recipient bounced." },
        reason: "Earlier email to the recipient bounced (bouncedAddresses in the account's state).",
      },
      expect.objectContaining({ number: 2, message: { to: "unknown", cc: ["c@b.example"] } }),
    ]);
    expect(await outbox(platform, account, "&rejected=true&to=UNKNOWN")).toEqual([rejected[1]]);
    const one = `/outbox/2?accountId=${account.accountId}`;
    expect((await platform.control("GET", `${one}&rejected=true`)).body).toEqual(rejected[1]);
    expect(await platform.rejection("GET", one)).toEqual({ status: 404, problems: [] });
    await platform.control("PUT", `/accounts/${account.accountId}/snapshot`, {});
    expect(await outbox(platform, account, "&rejected=true")).toHaveLength(2);
  });
});

test("only the newest hundred rejected emails are stored, without repeated requests", async () => {
  const platform = await controlledMock();
  const account = await platform.account();
  await account.seed({ emails: [{ id: 1 }] });
  for (let count = 1; count <= 102; count += 1) await send(account, { message: { to: `${count}` } });
  for (const _ of [1, 2]) await send(account, { message: { to: "again", sendId: "s" } });
  const rejected = await outbox(platform, account, "&rejected=true");
  expect(rejected).toHaveLength(100);
  expect([rejected[0], rejected[99]]).toMatchObject([
    { number: 4, message: { to: "4" } },
    { number: 103, message: { to: "again" } },
  ]);
});

test("each of the ten results has its own reason", async () => {
  const platform = await controlledMock();
  const account = await platform.account({ hubDomain: "hub.example" });
  const to = (address: string) => ({ message: { to: address } });
  await account.seed({
    emails: [{ id: 1 }, { id: 2, body: null }, { id: 3, requiredProperties: ["name"] }],
    blockedDomains: ["blocked.example"],
    bouncedAddresses: ["bounced@b.example"],
    spamAddresses: ["spam@b.example"],
  });
  const results = [
    await send(account),
    await send(account, to("none")),
    await send(account, to("a@blocked.example")),
    await send(account, to("bounced@b.example")),
    await send(account, to("spam@b.example")),
    await send(account, { message: { to: "a@b.example", from: "a@other.example" } }),
    await send(account, { emailId: 2 }),
    await send(account, { emailId: 3 }),
  ];
  await account.seed({ profile: { deferredDelivery: true } });
  results.push(await send(account));
  await account.seed({ profile: { suspended: true } });
  results.push(await send(account));
  expect(new Set(results).size).toBe(10);
  const emails = [...(await outbox(platform, account)), ...(await outbox(platform, account, "&rejected=true"))];
  expect(emails.map(({ result }) => result.sendResult).sort()).toEqual(results.sort());
  expect(new Set(emails.map(({ reason }) => reason)).size).toBe(10);
  for (const { reason } of emails) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  expect(emails.find(({ emailId }) => emailId === 2)).not.toHaveProperty("html");
});

test("an email is read by its number, and still exists after a restore and after a seed without content", async () => {
  const platform = await controlledMock();
  const { mock } = platform;
  const account = await platform.account();
  await account.seed({ emails: [{ id: 1, body: "<b>Hi</b>" }] });
  await send(account);
  const [email] = await outbox(platform, account);
  const { number } = email as SentEmail;
  expect((await platform.control("GET", `/outbox/${number}?accountId=${account.accountId}`)).body).toEqual(email);
  expect(await mock.email(account.accountId, number)).toEqual(email);
  await expect(mock.email(account.accountId, number, { rejected: true })).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" });
  await expect(mock.email(999, number)).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" });
  await expect(mock.email(account.accountId, 0)).rejects.toThrow("number must be at least 1");

  const before = await mock.snapshot(account.accountId);
  await mock.restore(account.accountId, before);
  expect(JSON.stringify(await mock.snapshot(account.accountId))).toBe(JSON.stringify(before));
  const { html: _html, text: _text, reason: _reason, ...bare } = email as SentEmail;
  await mock.seed(account.accountId, { sentEmails: [{ ...bare, number: 5, text: "made up", reason: "made up" } as SentEmail] });
  const seeded = await mock.email(account.accountId, 5);
  expect(seeded).toEqual({ ...bare, number: 5, reason: email?.reason });
});
