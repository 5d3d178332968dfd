import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createMock, type Mock, type MockOptions, type SmtpListener } from "@crm-platform/mock";
import { createTransport, type Transporter } from "nodemailer";
import { expect, onTestFinished, test } from "vitest";
import { databases, kindsOfDatabase } from "../store/stores.ts";

const path = "/marketing/transactional/2026-03/smtp-tokens";
const to = "jonas.brandt@larkspurbikes.example";
const from = "Halden Support <support@hub.example>";
const certificate = Buffer.from("%PDF-1.7 certificate");

type Account = Awaited<ReturnType<Mock["account"]>>;
interface Credentials {
  readonly user: string;
  readonly pass: string;
}

async function started({ createContact = false, ...options }: MockOptions & { readonly createContact?: boolean } = {}) {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  const account = await mock.account({ hubDomain: "hub.example" });
  const listener = await mock.smtp();
  const { id, password } = await call(mock, account, "POST", path, { campaignName: "Order notices", createContact });
  return { mock, account, listener, auth: { user: id, pass: password } };
}

// biome-ignore lint/suspicious/noExplicitAny: tests access fields without declared types.
async function call(mock: Mock, { accessToken }: Account, method: string, address: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const response = await mock.fetch(mock.url + address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return response.status === 204 ? undefined : response.json();
}

function client({ host, port }: SmtpListener, auth?: Credentials): Transporter {
  const transport = createTransport({ host, port, ...(auth && { auth }) });
  onTestFinished(() => transport.close());
  return transport;
}

test.each(kindsOfDatabase)("an email with an attachment arrives in the outbox, in %s", async (kind) => {
  const { account, listener, auth } = await started({ database: await databases[kind]() });
  await client(listener, auth).sendMail({
    from,
    to,
    replyTo: "re@hub.example",
    subject: "Your certificate ✓",
    text: "See the attachment.",
    html: "<p>See the <b>attachment</b>.</p>",
    attachments: [{ filename: "certificate.pdf", content: certificate }],
  });
  const [email, ...others] = await account.outbox();
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    smtpToken: auth.user,
    from: '"Halden Support" <support@hub.example>',
    subject: "Your certificate ✓",
    text: "See the attachment.",
    html: "<p>See the <b>attachment</b>.</p>",
    message: { to, replyToList: ["re@hub.example"] },
    attachments: [{ filename: "certificate.pdf", contentType: "application/pdf", size: certificate.length }],
    result: { sendResult: "SENT" },
  });
  expect(Buffer.from(email?.attachments?.[0]?.content ?? "", "base64")).toEqual(certificate);
  const before = await account.snapshot();
  await account.restore(before);
  expect(await account.snapshot()).toEqual(before);
});

test("after a reset or a deletion, the old password fails, also on an open connection", async () => {
  const { mock, account, listener, auth } = await started();
  const open = createTransport({ ...listener, auth, pool: true, maxConnections: 1 });
  onTestFinished(() => open.close());
  await open.sendMail({ from, to, text: "one" });
  const { password } = await call(mock, account, "POST", `${path}/${auth.user}/password-reset`);
  await expect(open.sendMail({ from, to, text: "two" })).rejects.toMatchObject({ responseCode: 535 });
  await expect(client(listener, auth).sendMail({ from, to, text: "three" })).rejects.toMatchObject({ code: "EAUTH", responseCode: 535 });
  const changed = { user: auth.user, pass: password };
  await client(listener, changed).sendMail({ from, to, text: "four" });
  await call(mock, account, "DELETE", `${path}/${auth.user}`);
  await expect(client(listener, changed).verify()).rejects.toMatchObject({ code: "EAUTH" });
  expect((await account.outbox()).map(({ text }) => text)).toEqual(["one", "four"]);
});

test("restoring a snapshot in the same account does not change passwords", async () => {
  const { account, mock, listener, auth } = await started();
  const snapshot = await account.snapshot();
  await call(mock, account, "DELETE", `${path}/${auth.user}`);
  await account.restore(snapshot);
  await client(listener, auth).sendMail({ from, to, subject: "Restored", text: "One" });
  expect(await account.outbox()).toMatchObject([{ subject: "Restored" }]);
  const reset = await call(mock, account, "POST", `${path}/${auth.user}/password-reset`);
  await account.restore(snapshot);
  await client(listener, { ...auth, pass: reset.password }).sendMail({ from, to, subject: "Reset", text: "Two" });
  expect(await account.outbox()).toMatchObject([{ subject: "Reset" }]);
});

test("an email without a valid login is rejected", async () => {
  const { mock, account, listener, auth } = await started();
  const other = await mock.account();
  const wrong = [
    { ...auth, pass: `${auth.pass}x` },
    { ...auth, user: "unknown" },
    { ...auth, user: auth.user.replace(/\d+(?=\.smtp)/, String(other.accountId)) },
    { ...auth, user: auth.user.replace(/\d+(?=\.smtp)/, "999999") },
  ];
  for (const one of wrong) await expect(client(listener, one).verify()).rejects.toMatchObject({ code: "EAUTH", responseCode: 535 });
  await expect(client(listener).sendMail({ from, to, text: "x" })).rejects.toMatchObject({ responseCode: 530 });
  expect(await account.outbox()).toEqual([]);
});

test("each recipient receives a separate email, and the recipients who cannot receive it are in the rejected emails", async () => {
  const { account, listener, auth } = await started();
  await account.seed({ bouncedAddresses: ["gone@larkspurbikes.example"], profile: { deferredDelivery: true } });
  const transport = client(listener, auth);
  await transport.sendMail({ from, to: [to, "gone@larkspurbikes.example"], cc: "cc@larkspurbikes.example", text: "Hi" });
  expect((await account.outbox()).map(({ message, result }) => [message, result.sendResult])).toEqual([
    [{ to, cc: ["cc@larkspurbikes.example"] }, "QUEUED"],
    [{ to: "cc@larkspurbikes.example", cc: ["cc@larkspurbikes.example"] }, "QUEUED"],
  ]);
  expect(await account.outbox({ rejected: true })).toMatchObject([{ message: { to: "gone@larkspurbikes.example" } }]);
  const rejected = transport.sendMail({ from: "support@elsewhere.example", to, text: "Hi" });
  await expect(rejected).rejects.toMatchObject({ responseCode: 550, response: expect.stringContaining("INVALID_FROM_ADDRESS") });
});

test("a token creates contacts only if it was created with createContact", async () => {
  for (const createContact of [true, false]) {
    const { account, listener, auth } = await started({ createContact });
    await client(listener, auth).sendMail({ from, to, text: "Hi" });
    await client(listener, auth).sendMail({ from, to: to.toUpperCase(), text: "Hi" });
    const { contacts = [] } = (await account.snapshot()).records ?? {};
    expect(contacts.length).toBe(createContact ? 1 : 0);
  }
});

test("if an email creates a contact, an event is delivered", async () => {
  const { mock, account, listener, auth } = await started({ createContact: true });
  const { appId } = account.app;
  const settings = { targetUrl: "https://app.example/hooks", throttling: { maxConcurrentRequests: 10 } };
  await call(mock, account, "PUT", `/webhooks/2026-03/${appId}/settings`, settings);
  await call(mock, account, "POST", `/webhooks/2026-03/${appId}/subscriptions`, { eventType: "contact.creation", active: true });
  await client(listener, auth).sendMail({ from, to, text: "Hi" });
  const [delivery] = await account.webhooks.deliveries({ waitFor: 1 });
  expect(delivery?.events).toMatchObject([{ subscriptionType: "contact.creation", changeSource: "INTEGRATION" }]);
});

test("the size of a message and the number of its recipients are limited", async () => {
  const { account, listener, auth } = await started();
  const transport = client(listener, auth);
  await expect(transport.sendMail({ from, to, text: "x".repeat(2 * 1024 * 1024) })).rejects.toMatchObject({ responseCode: 552 });
  const many = Array.from({ length: 21 }, (_, index) => `user${index}@larkspurbikes.example`);
  await transport.sendMail({ from, to: many, text: "Hi" });
  expect(await account.outbox()).toHaveLength(20);
});

test("a connection that is lost during a message sends nothing, and is not an error of the mock", async () => {
  const errors: unknown[] = [];
  const { account, listener, auth } = await started({ onError: (error) => errors.push(error) });
  const socket = connect(listener.port, listener.host);
  await once(socket, "data");
  const login = Buffer.from(`\0${auth.user}\0${auth.pass}`).toString("base64");
  for (const line of ["EHLO x", `AUTH PLAIN ${login}`, "MAIL FROM:<us@hub.example>", `RCPT TO:<${to}>`, "DATA"]) {
    socket.write(`${line}\r\n`);
    await once(socket, "data");
  }
  socket.write("Subject: Half a mess");
  socket.resetAndDestroy();
  await once(socket, "close");
  await client(listener, auth).sendMail({ from, to, text: "whole" });
  await listener.close();
  expect((await account.outbox()).map(({ text }) => text)).toEqual(["whole"]);
  expect(errors).toEqual([]);
});

/** Logs in with the wrong password. Resolves to the codes of the responses. */
async function failedLogins({ host, port }: SmtpListener, user: string, count: number): Promise<string[]> {
  const socket = connect(port, host);
  onTestFinished(() => void socket.destroy());
  await once(socket, "data");
  const login = Buffer.from(`\0${user}\0wrong`).toString("base64");
  socket.write(`EHLO x\r\n${`AUTH PLAIN ${login}\r\n`.repeat(count)}`);
  const lines = (await text(socket)).split("\r\n");
  return lines.filter((line) => !line.startsWith("250") && line !== "").map((line) => line.slice(0, 3));
}

test("the fifth failed login closes the connection", async () => {
  const { listener, auth } = await started();
  expect(await failedLogins(listener, auth.user, 500)).toEqual(["535", "535", "535", "535", "421"]);
  expect(await client(listener, auth).verify()).toBe(true);
});

test("idle connections yield to new ones, first those that are not logged in", async () => {
  const { account, listener, auth } = await started();
  const pooled = createTransport({ ...listener, auth, pool: true, maxConnections: 1 });
  onTestFinished(() => pooled.close());
  await pooled.sendMail({ from, to, text: "one" });
  const idle = Array.from({ length: 20 }, () => connect(listener.port, listener.host));
  onTestFinished(() => idle.forEach((socket) => void socket.destroy()));
  const [first] = idle;
  expect(await text(first as Socket)).toContain("421 The limit of 20 connections is reached, and this one was idle.");
  await client(listener, auth).sendMail({ from, to, text: "two" });
  await pooled.sendMail({ from, to, text: "three" });
  expect((await account.outbox()).map((email) => email.text)).toEqual(["one", "two", "three"]);
});

test("a connection that sends a message does not yield to new ones", async () => {
  const { account, listener, auth } = await started();
  const login = Buffer.from(`\0${auth.user}\0${auth.pass}`).toString("base64");
  const session = async (lines: readonly string[]) => {
    const socket = connect(listener.port, listener.host);
    onTestFinished(() => void socket.destroy());
    await once(socket, "data");
    for (const line of ["EHLO x", `AUTH PLAIN ${login}`, ...lines]) {
      socket.write(`${line}\r\n`);
      await once(socket, "data");
    }
    return socket;
  };
  const sending = await session(["MAIL FROM:<us@hub.example>", `RCPT TO:<${to}>`, "DATA"]);
  const idle = await Promise.all(Array.from({ length: 19 }, () => session([])));
  const closed = Promise.race(idle.map((socket) => text(socket)));
  await client(listener, auth).sendMail({ from, to, text: "new" });
  expect(await closed).toContain("421 ");
  sending.write("Subject: x\r\n\r\nold\r\n.\r\n");
  expect(String(await once(sending, "data"))).toMatch(/^250 /);
  expect((await account.outbox()).map((email) => email.text?.trim())).toEqual(["new", "old"]);
});

test("passwords are neither in snapshots nor in the journal nor in errors", async () => {
  const errors: unknown[] = [];
  const { mock, account, listener, auth } = await started({ onError: (error) => errors.push(error) });
  await client(listener, auth).sendMail({ from, to, text: "Hi" });
  const requests = await mock.requests.list();
  expect(JSON.stringify([await account.snapshot(), await account.outbox(), requests, errors])).not.toContain(auth.pass);
  expect([requests.length, errors]).toEqual([1, []]);
});

test("a port in use is reported, and closing the mock closes its listeners", async () => {
  const { mock, listener, auth } = await started();
  await expect(mock.smtp({ port: listener.port })).rejects.toThrow(`Port ${listener.port} on 127.0.0.1 is in use.`);
  await mock.close();
  await expect(client(listener, auth).verify()).rejects.toMatchObject({ code: "ESOCKET" });
});
