import type { SentEmail } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { type ConsoleBrowser, openConsole, textOf } from "./browser.ts";

const send = "/email/public/v1/singleEmail/send";
const body = '<h1 style="color: teal">Dear {{ name }}</h1><script>alert(1)</script><img src="https://elsewhere.example/seen.png">';

async function sender(): Promise<
  Pick<ConsoleBrowser, "mock" | "look"> & { path: string; send(message: object, name?: string): Promise<void> }
> {
  const console = await openConsole();
  const account = await console.mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  await account.seed({ emails: [{ id: 5, subject: "For {{ name }}", body }], bouncedAddresses: ["gone@there.example"] });
  return {
    ...console,
    path: `/console/accounts/${account.accountId}/outbox`,
    send: async (message, name = "Ada") => {
      const input = { emailId: 5, message, customProperties: [{ name: "name", value: name }] };
      const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
      await console.mock.fetch(console.mock.url + send, { method: "POST", headers, body: JSON.stringify(input) });
    },
  };
}

function listed(html: string): number[] {
  return [...html.matchAll(/href="[^"]*\/outbox\/(\d+)(?:\?[^"]*)?"/g)].map(([, number]) => Number(number));
}

describe("the list", () => {
  test("the list shows sent emails with their results, newest first, and finds emails to an address", async () => {
    const { look, path, send } = await sender();
    expect((await look(path)).html).toContain("No emails.");
    await send({ to: "first@there.example" }, "Bo");
    await send({ to: "second@there.example" });
    const { html } = await look(path);
    expect(textOf(html)).toMatch(/For Ada second@there.example sent 2026-04-20 08:00:00 For Bo first@there.example sent/);
    const found = await look(`${path}?to=FIRST%40there.example`);
    expect(listed(found.html)).toHaveLength(1);
    expect((await look(`${path}?to=unknown`)).html).toContain("No emails.");
  });

  test("the list is paginated", async () => {
    const { look, mock } = await sender();
    const account = await mock.account();
    const sentEmails = Array.from({ length: 51 }, (_, index): SentEmail => sent(index + 1));
    await account.seed({ sentEmails });
    const path = `/console/accounts/${account.accountId}/outbox`;
    const { html } = await look(path);
    expect(listed(html)).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
    expect(html).toContain(`rel="next" href="${path}?before=2"`);
    expect(listed((await look(`${path}?before=2`)).html)).toEqual([1]);
  });

  test("the list shows rejected emails separately, with the reason", async () => {
    const { look, path, send } = await sender();
    await send({ to: "gone@there.example" });
    expect((await look(path)).html).toContain("No emails.");
    const { html } = await look(`${path}?rejected=true`);
    expect(textOf(html)).toContain("For Ada gone@there.example bounced before");
    const [number] = listed(html);
    const one = await look(`${path}/${number}?rejected=true`);
    expect(textOf(one.html)).toMatch(/PREVIOUSLY_BOUNCED : \S+/);
    expect(one.html).toContain(`src="${path}/${number}/html?rejected=true"`);
    expect((await look(`${path}/${number}/html?rejected=true`)).status).toBe(200);
  });
});

describe("an email", () => {
  const message = {
    to: "ada@there.example",
    cc: ["cc@there.example"],
    bcc: ["bcc@there.example"],
    replyTo: "re@hub.example",
    sendId: "one",
  };

  async function opened(view: string): Promise<string> {
    const { look, path, send } = await sender();
    await send(message);
    const [number] = listed((await look(path)).html);
    return (await look(`${path}/${number}?view=${view}`)).html;
  }

  test("an email's page shows its sender, recipients and result", async () => {
    const text = textOf(await opened("html"));
    expect(text).toMatch(/From noreply@hub.example To ada@there.example Cc cc@there.example Bcc bcc@there.example Reply to re@hub.example/);
    expect(text).toMatch(/Sent 2026-04-20 08:00:00 Email id 5 Operation transactionalEmail.send Send id one SENT : \S+/);
  });

  test("an email's page can show its text, headers and data", async () => {
    expect(textOf(await opened("text"))).toContain("Dear Ada");
    const headers = textOf(await opened("headers"));
    expect(headers).toContain("Date: Mon, 20 Apr 2026 08:00:00 +0000 From: noreply@hub.example To: ada@there.example");
    expect(textOf(await opened("data"))).toMatch(/Name Value name Ada .*Event id [\da-f-]{36}/);
  });

  test("the page of an email sent by SMTP shows its token, and its attachments can be downloaded but not displayed", async () => {
    const { look, mock } = await openConsole();
    const account = await mock.account();
    const content = Buffer.from("<script>alert(1)</script>");
    const attachment = { filename: "a ✓.html", contentType: "text/html", size: content.length, content: content.toString("base64") };
    const { emailId: _id, ...email } = sent(1);
    await account.seed({ sentEmails: [{ ...email, smtpToken: "k7f3m9q2xd@1.smtp.example", text: "As sent", attachments: [attachment] }] });
    const path = `/console/accounts/${account.accountId}/outbox/1`;
    const { html } = await look(`${path}?view=text`);
    expect(textOf(html)).toMatch(/SMTP token k7f3m9q2xd@1.smtp.example Attachments a ✓.html \( text\/html , 25 bytes\)/);
    expect(textOf(html)).toContain("As sent");
    const file = await look(`${path}/attachments/0`);
    expect(file.html).toBe(String(content));
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''a%20%E2%9C%93.html");
    expect((await look(`${path}/attachments/1`)).status).toBe(404);
  });

  test("an email is shown in a frame that runs no scripts and loads no content", async () => {
    const { look, path, send } = await sender();
    await send(message);
    const [number] = listed((await look(path)).html);
    const page = await look(`${path}/${number}`);
    expect(page.html).toMatch(new RegExp(`<iframe [^>]*sandbox="" src="${path}/${number}/html"`));
    expect(page.html).not.toContain("<h1 style");
    const { html, headers } = await look(`${path}/${number}/html`);
    expect(html).toContain('<h1 style="color: teal">Dear Ada</h1>');
    const policy = headers.get("content-security-policy")?.split("; ");
    expect(policy).toEqual(expect.arrayContaining(["sandbox", "default-src 'none'", "img-src data:", "frame-ancestors 'self'"]));
    expect(policy?.join()).not.toContain("script-src");
    expect([headers.get("x-frame-options"), headers.get("x-content-type-options")]).toEqual(["SAMEORIGIN", "nosniff"]);
    // All other pages forbid framing.
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test("a nonexistent email results in a 404", async () => {
    const { look, path } = await sender();
    for (const missing of [`${path}/77`, `${path}/77/html`, "/console/accounts/1/outbox", "/console/accounts/0/outbox"]) {
      expect((await look(missing)).status).toBe(404);
    }
  });
});

function sent(number: number): SentEmail {
  return {
    number,
    at: "2026-04-20T08:00:00Z",
    emailId: 5,
    subject: `Number ${number}`,
    from: "a@hub.example",
    message: { to: "b@there.example" },
    contactProperties: [],
    customProperties: [],
    result: { sendResult: "SENT" },
  };
}
