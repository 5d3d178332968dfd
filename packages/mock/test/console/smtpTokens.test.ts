import { addDemoAccount } from "@crm-platform/mock";
import { expect, test } from "vitest";
import { asUser } from "../asUser.ts";
import { openConsole, textOf } from "./browser.ts";

const path = "/console/accounts/4815162/smtp-tokens";

test("a token can be created, given a new password and deleted, and each password is shown only once", async () => {
  const { mock, look, send } = await openConsole();
  const account = await addDemoAccount(mock);
  const created = await send(path, { action: "create", campaignName: "<b>Recall", createContact: "yes" });
  expect(created.status).toBe(201);
  const [, tokenId = "", password = ""] = /Username (\S+) Password (\w{28}) /.exec(textOf(created.html)) ?? [];
  const { html } = await look(path);
  expect(textOf(html)).toContain(`${tokenId} <b>Recall yes `);
  expect(html).not.toContain("<b>Recall");
  expect(html).not.toContain(password);

  const reset = textOf((await send(path, { action: "reset", tokenId })).html);
  expect(reset).toMatch(new RegExp(`${tokenId} Password \\w{28} `));
  expect(reset).not.toContain(password);

  expect((await send(path, { action: "delete", tokenId })).location).toBe(`${path}?done=delete`);
  expect((await (await asUser(mock, account)).smtpTokens.list()).results.map(({ id }) => id)).not.toContain(tokenId);
  expect((await send(path, { action: "reset", tokenId })).status).toBe(404);
  expect((await send(path, { action: "create", campaignName: "" })).status).toBe(400);
});

test("SMTP tokens and domains are paginated", async () => {
  const { mock, look } = await openConsole();
  const account = await mock.account();
  const numbers = Array.from({ length: 51 }, (_, index) => index + 1);
  await account.seed({
    domains: numbers.map((id) => ({ id: String(id), domain: `www${id}.example` })),
    smtpTokens: numbers.map((id) => ({ userName: `user${id}`, campaignName: "Notices" })),
  });
  for (const section of ["domains", "smtp-tokens"]) {
    const first = await look(`/console/accounts/${account.accountId}/${section}`);
    const [, next = ""] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
    const second = await look(next);
    expect([first, second].map(({ html }) => html.match(/<th scope="row"/g)?.length)).toEqual([50, 1]);
  }
});

test("the list of domains shows what each domain is used for", async () => {
  const { mock, look } = await openConsole();
  await addDemoAccount(mock);
  const { html } = await look("/console/accounts/4815162/domains");
  expect(textOf(html)).toContain("mail.haldeninstruments.example 610002 email resolves disabled 2026-01-14 13:05:00");
});
