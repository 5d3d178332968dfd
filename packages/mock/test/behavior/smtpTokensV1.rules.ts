import { expect } from "vitest";
import { demoTime, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const path = "/email/public/v1/smtpapi/tokens";
const input = { createdBy: "mara.lindqvist@haldeninstruments.example", campaignName: "Shipment notices" };
const seeded = { userName: "k7f3m9q2xd@1.smtp.crm-platform.example", campaignName: "Ticket received" };
const fields = ["appId", "campaignName", "createdAt", "createdBy", "deleted", "emailCampaignId", "portalId", "userName"];

rules("smtpTokensV1", {
  "smtp-needs-its-scope": rule(
    "The operations that list and create SMTP tokens and reset their passwords require the scope `transactional-email`.",
    "documented",
  )(async (platform) => {
    await expectScope(platform, "transactional-email", { path });
    await expectScope(platform, "transactional-email", { path, body: input });
    await expectScope(platform, "transactional-email", { method: "POST", path: `${path}/${seeded.userName}/password-reset` });
  }),
  "smtp-list": rule("The list contains all SMTP tokens of the account with their fields, including deleted tokens.", {
    grade: "described",
    source: "platform description, Transactional email and SMTP tokens",
  })(async (platform) => {
    const account = await platform.account();
    await account.seed({ smtpTokens: [seeded, { ...seeded, userName: "b2w8t5h0nj@1.smtp.crm-platform.example", deleted: true }] });
    const { status, body } = await list(account);
    expect(status).toBe(200);
    expect(body.map((token: object) => Object.keys(token).sort())).toEqual([fields, fields]);
    expect(body.map(({ deleted }: { deleted: boolean }) => deleted).sort()).toEqual([false, true]);
  }),
  "smtp-list-without-passwords": rule("The list never contains passwords or their hashes.", {
    grade: "described",
    source: "platform description, SMTP API token",
  })(async (platform) => {
    const account = await platform.account();
    const { password, userName } = (await create(account)).body;
    const changed = (await reset(account, userName)).body;
    const { body } = await list(account);
    expect(Object.keys(body[0]).sort()).toEqual(fields);
    for (const secret of [password, changed.password, changed.passwordHash]) expect(JSON.stringify(body)).not.toContain(secret);
  }),
  "smtp-list-of-nothing": rule(
    "The list of an account without tokens is an empty array.",
    "assumed",
  )(async (platform) => {
    const { status, body } = await list(await platform.account());
    expect([status, body]).toEqual([200, []]);
  }),
  "smtp-create": rule(
    "A request that creates a token with `createdBy` and `campaignName` returns 200 with the token. The list then contains the token.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    const { status, body } = await create(account);
    expect([status, body]).toEqual([200, expect.objectContaining({ ...input, deleted: false })]);
    const { password: _, ...token } = body;
    expect((await list(account)).body).toEqual([token]);
  }),
  "smtp-create-shows-the-password": rule("The response to a request that creates a token contains the password, but not its hash.", {
    grade: "described",
    source: "platform description, SMTP API token",
  })(async (platform) => {
    const { body } = await create(await platform.account());
    expect(Object.keys(body).sort()).toEqual([...fields, "password"].sort());
  }),
  "smtp-create-needs-both-fields": rule(
    "A request to create a token without `createdBy` or `campaignName` is rejected with status 400 and an error for the missing field.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    for (const field of ["createdBy", "campaignName"]) {
      const { status, body } = await account.call({ path, body: { ...input, [field]: undefined } });
      expect([status, body.category, body.errors[0].in]).toEqual([400, "VALIDATION_ERROR", field]);
    }
    expect((await list(account)).body).toEqual([]);
  }),
  "smtp-create-empty-fields": rule(
    "A request with an empty `campaignName`, or with a `createdBy` that is not an email address, is rejected with status 400 and an " +
      "error for the field.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    for (const [field, values] of [
      ["createdBy", ["", "mara", "mara@"]],
      ["campaignName", [""]],
    ] as const) {
      for (const value of values) expectInvalid(await account.call({ path, body: { ...input, [field]: value } }), field);
    }
    expect((await list(account)).body).toEqual([]);
  }),
  "smtp-create-records-its-origin": rule(
    "A new token contains the id of its account, the id of the app that created it, and its creation time.",
    { grade: "described", source: "platform description, SMTP API token" },
  )(async (platform) => {
    const account = await platform.account();
    await account.freeze(demoTime);
    const { body } = await create(account);
    expect(body).toMatchObject({ portalId: account.accountId, appId: account.app.appId, createdAt: Date.parse(demoTime) });
  }),
  "smtp-user-name": rule(
    "A username consists of ten lowercase letters and digits, `@`, the account id, `.smtp.` and the name of the host.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    const names = [(await create(account)).body.userName, (await create(account)).body.userName];
    for (const name of names) expect(name).toMatch(new RegExp(`^[a-z0-9]{10}@${account.accountId}\\.smtp\\.[a-z.-]+$`));
    expect(new Set(names).size).toBe(2);
  }),
  "smtp-password": rule(
    "A password is unique and has 26 to 30 letters and digits.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    const { userName, password } = (await create(account)).body;
    const passwords = [password, (await reset(account, userName)).body.password, (await create(account)).body.password];
    for (const each of passwords) expect(each).toMatch(/^[A-Za-z0-9]{26,30}$/);
    expect(new Set(passwords).size).toBe(3);
  }),
  "smtp-reset": rule("A request that resets a password returns 200 with the token, the new password and its hash.", {
    grade: "described",
    source: "platform description, Transactional email and SMTP tokens",
  })(async (platform) => {
    const account = await platform.account();
    const { userName, password } = (await create(account)).body;
    const { status, body } = await reset(account, userName);
    expect([status, Object.keys(body).sort()]).toEqual([200, [...fields, "password", "passwordHash"].sort()]);
    expect(body.password).not.toBe(password);
    expect(body.passwordHash).toMatch(/./);
  }),
  "smtp-reset-ends-the-old-password": rule("After a reset, only the new password is valid.", {
    grade: "described",
    source: "platform description, Transactional email and SMTP tokens",
  })(async (platform) => {
    const account = await platform.account();
    const { userName } = (await create(account)).body;
    const [first, second] = [(await reset(account, userName)).body, (await reset(account, userName)).body];
    expect(second.password).not.toBe(first.password);
    expect(second.passwordHash).not.toBe(first.passwordHash);
    expect((await list(account)).body).toHaveLength(1);
  }),
  "smtp-reset-changes-nothing-else": rule(
    "A reset changes only the password of the token.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const { password: _, ...token } = (await create(account)).body;
    await account.advance(60_000);
    const { password, passwordHash, ...rest } = (await reset(account, token.userName)).body;
    expect([rest, (await list(account)).body]).toEqual([token, [token]]);
  }),
  "smtp-reset-unknown": rule(
    "A request to reset the password of an unknown username returns 404.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    await create(account);
    for (const name of ["unknown", `aaaaaaaaaa@${account.accountId}.smtp.crm-platform.example`, "\u0000"]) {
      expectNotFound(await reset(account, name));
    }
  }),
  "smtp-reset-deleted": rule(
    "A request to reset the password of a deleted token returns 404.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({ smtpTokens: [{ ...seeded, deleted: true }] });
    expectNotFound(await reset(account, seeded.userName));
    await account.seed({ smtpTokens: [seeded] });
    expect((await reset(account, seeded.userName)).status).toBe(200);
  }),
  "smtp-of-another-account": rule(
    "An account cannot list the tokens of other accounts or reset their passwords.",
    "assumed",
  )(async (platform) => {
    const [owner, other] = [await platform.account(), await platform.account()];
    const { userName } = (await create(owner)).body;
    expect((await list(other)).body).toEqual([]);
    expectNotFound(await reset(other, userName));
    expect((await reset(owner, userName)).status).toBe(200);
  }),
  "smtp-no-deletion": rule(
    "SMTP tokens cannot be deleted. A DELETE request to the list returns 405, and a DELETE request to a single token returns 404, " +
      "because the path of a single token does not exist.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    const { userName } = (await create(account)).body;
    const ofAll = await account.call({ method: "DELETE", path });
    expect([ofAll.status, ofAll.body.category]).toEqual([405, "METHOD_NOT_ALLOWED"]);
    const ofOne = await account.call({ method: "DELETE", path: `${path}/${userName}` });
    expect([ofOne.status, ofOne.body.category]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect((await list(account)).body).toHaveLength(1);
  }),
});

function list(account: TestAccount): Promise<TestResponse> {
  return account.call({ path });
}

function create(account: TestAccount): Promise<TestResponse> {
  return account.call({ path, body: input });
}

function reset(account: TestAccount, userName: string): Promise<TestResponse> {
  return account.call({ method: "POST", path: `${path}/${encodeURIComponent(userName)}/password-reset` });
}
