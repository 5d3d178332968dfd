import { expect } from "vitest";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { demoTime, type Rows, type TestAccount, type TestResponse } from "./rows.ts";

const path = "/email/public/v1/smtpapi/tokens";
const input = { createdBy: "mara.lindqvist@haldeninstruments.example", campaignName: "Shipment notices" };
const seeded = { userName: "k7f3m9q2xd@1.smtp.crm-platform.example", campaignName: "Ticket received" };
const fields = ["appId", "campaignName", "createdAt", "createdBy", "deleted", "emailCampaignId", "portalId", "userName"];

export const rows: Rows = {
  "smtp-needs-its-scope": async (platform) => {
    await expectScope(platform, "transactional-email", { path });
    await expectScope(platform, "transactional-email", { path, body: input });
    await expectScope(platform, "transactional-email", { method: "POST", path: `${path}/${seeded.userName}/password-reset` });
  },
  "smtp-list": async (platform) => {
    const account = await platform.account();
    await account.seed({ smtpTokens: [seeded, { ...seeded, userName: "b2w8t5h0nj@1.smtp.crm-platform.example", deleted: true }] });
    const { status, body } = await list(account);
    expect(status).toBe(200);
    expect(body.map((token: object) => Object.keys(token).sort())).toEqual([fields, fields]);
    expect(body.map(({ deleted }: { deleted: boolean }) => deleted).sort()).toEqual([false, true]);
  },
  "smtp-list-without-passwords": async (platform) => {
    const account = await platform.account();
    const { password, userName } = (await create(account)).body;
    const changed = (await reset(account, userName)).body;
    const { body } = await list(account);
    expect(Object.keys(body[0]).sort()).toEqual(fields);
    for (const secret of [password, changed.password, changed.passwordHash]) expect(JSON.stringify(body)).not.toContain(secret);
  },
  "smtp-list-of-nothing": async (platform) => {
    const { status, body } = await list(await platform.account());
    expect([status, body]).toEqual([200, []]);
  },
  "smtp-create": async (platform) => {
    const account = await platform.account();
    const { status, body } = await create(account);
    expect([status, body]).toEqual([200, expect.objectContaining({ ...input, deleted: false })]);
    const { password: _, ...token } = body;
    expect((await list(account)).body).toEqual([token]);
  },
  "smtp-create-shows-the-password": async (platform) => {
    const { body } = await create(await platform.account());
    expect(Object.keys(body).sort()).toEqual([...fields, "password"].sort());
  },
  "smtp-create-needs-both-fields": async (platform) => {
    const account = await platform.account();
    for (const field of ["createdBy", "campaignName"]) {
      const { status, body } = await account.call({ path, body: { ...input, [field]: undefined } });
      expect([status, body.category, body.errors[0].in]).toEqual([400, "VALIDATION_ERROR", field]);
    }
    expect((await list(account)).body).toEqual([]);
  },
  "smtp-create-empty-fields": async (platform) => {
    const account = await platform.account();
    for (const [field, values] of [
      ["createdBy", ["", "mara", "mara@"]],
      ["campaignName", [""]],
    ] as const) {
      for (const value of values) expectInvalid(await account.call({ path, body: { ...input, [field]: value } }), field);
    }
    expect((await list(account)).body).toEqual([]);
  },
  "smtp-create-records-its-origin": async (platform) => {
    const account = await platform.account();
    await account.freeze(demoTime);
    const { body } = await create(account);
    expect(body).toMatchObject({ portalId: account.accountId, appId: account.app.appId, createdAt: Date.parse(demoTime) });
  },
  "smtp-user-name": async (platform) => {
    const account = await platform.account();
    const names = [(await create(account)).body.userName, (await create(account)).body.userName];
    for (const name of names) expect(name).toMatch(new RegExp(`^[a-z0-9]{10}@${account.accountId}\\.smtp\\.[a-z.-]+$`));
    expect(new Set(names).size).toBe(2);
  },
  "smtp-password": async (platform) => {
    const account = await platform.account();
    const { userName, password } = (await create(account)).body;
    const passwords = [password, (await reset(account, userName)).body.password, (await create(account)).body.password];
    for (const each of passwords) expect(each).toMatch(/^[A-Za-z0-9]{26,30}$/);
    expect(new Set(passwords).size).toBe(3);
  },
  "smtp-reset": async (platform) => {
    const account = await platform.account();
    const { userName, password } = (await create(account)).body;
    const { status, body } = await reset(account, userName);
    expect([status, Object.keys(body).sort()]).toEqual([200, [...fields, "password", "passwordHash"].sort()]);
    expect(body.password).not.toBe(password);
    expect(body.passwordHash).toMatch(/./);
  },
  "smtp-reset-ends-the-old-password": async (platform) => {
    const account = await platform.account();
    const { userName } = (await create(account)).body;
    const [first, second] = [(await reset(account, userName)).body, (await reset(account, userName)).body];
    expect(second.password).not.toBe(first.password);
    expect(second.passwordHash).not.toBe(first.passwordHash);
    expect((await list(account)).body).toHaveLength(1);
  },
  "smtp-reset-changes-nothing-else": async (platform) => {
    const account = await platform.account();
    const { password: _, ...token } = (await create(account)).body;
    await account.advance(60_000);
    const { password, passwordHash, ...rest } = (await reset(account, token.userName)).body;
    expect([rest, (await list(account)).body]).toEqual([token, [token]]);
  },
  "smtp-reset-unknown": async (platform) => {
    const account = await platform.account();
    await create(account);
    for (const name of ["unknown", `aaaaaaaaaa@${account.accountId}.smtp.crm-platform.example`, "\u0000"]) {
      expectNotFound(await reset(account, name));
    }
  },
  "smtp-reset-deleted": async (platform) => {
    const account = await platform.account();
    await account.seed({ smtpTokens: [{ ...seeded, deleted: true }] });
    expectNotFound(await reset(account, seeded.userName));
    await account.seed({ smtpTokens: [seeded] });
    expect((await reset(account, seeded.userName)).status).toBe(200);
  },
  "smtp-of-another-account": async (platform) => {
    const [owner, other] = [await platform.account(), await platform.account()];
    const { userName } = (await create(owner)).body;
    expect((await list(other)).body).toEqual([]);
    expectNotFound(await reset(other, userName));
    expect((await reset(owner, userName)).status).toBe(200);
  },
  "smtp-no-deletion": async (platform) => {
    const account = await platform.account();
    const { userName } = (await create(account)).body;
    const ofAll = await account.call({ method: "DELETE", path });
    expect([ofAll.status, ofAll.body.category]).toEqual([405, "METHOD_NOT_ALLOWED"]);
    const ofOne = await account.call({ method: "DELETE", path: `${path}/${userName}` });
    expect([ofOne.status, ofOne.body.category]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect((await list(account)).body).toHaveLength(1);
  },
};

function list(account: TestAccount): Promise<TestResponse> {
  return account.call({ path });
}

function create(account: TestAccount): Promise<TestResponse> {
  return account.call({ path, body: input });
}

function reset(account: TestAccount, userName: string): Promise<TestResponse> {
  return account.call({ method: "POST", path: `${path}/${encodeURIComponent(userName)}/password-reset` });
}
