import { expect } from "vitest";
import { demoTime, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const path = "/marketing/transactional/2026-03/smtp-tokens";
const pathV1 = "/email/public/v1/smtpapi/tokens";
const input = { campaignName: "Order notices", createContact: true };
const fields = ["campaignName", "createContact", "createdAt", "createdBy", "emailCampaignId", "id"];

rules("smtpTokens", {
  "smtp-tokens-need-their-scope": rule(
    "All operations on SMTP tokens require the scope `transactional-email`.",
    "documented",
  )(async (platform) => {
    const one = `${path}/unknown`;
    const calls = [{ path }, { path, body: input }, { path: one }, { method: "DELETE", path: one }];
    for (const call of [...calls, { method: "POST", path: `${one}/password-reset` }]) {
      await expectScope(platform, "transactional-email", call);
    }
  }),
  "smtp-tokens-share-state-with-v1": rule(
    "Versions 2026-03 and v1 have the same tokens. The id of a token is its username, and only the password that was returned last, by " +
      "either version, is valid.",
    { grade: "assumed", source: "clients of a similar API use the id as the username" },
  )(async (platform) => {
    const account = await platform.account();
    const { id } = (await create(account)).body;
    const body = { createdBy: "mara.lindqvist@haldeninstruments.example", campaignName: "Shipment notices" };
    const older = (await account.call({ path: pathV1, body })).body;
    const listedV1 = (await account.call({ path: pathV1 })).body;
    expect(listedV1.map(({ userName }: { userName: string }) => userName).sort()).toEqual([id, older.userName].sort());
    expect(Object.keys(listedV1[0])).not.toContain("createContact");
    expect((await account.call({ path: `${path}/${older.userName}` })).body).toMatchObject({
      id: older.userName,
      campaignName: "Shipment notices",
      emailCampaignId: String(older.emailCampaignId),
      createContact: false,
    });
    expect((await account.call({ method: "POST", path: `${pathV1}/${id}/password-reset` })).status).toBe(200);
  }),
  "smtp-tokens-create": rule(
    "A request that creates a token returns 201 with the token and its password. `createdBy` is the email address of the account's " +
      "user, and `createdAt` is the time by the account's clock.",
    "documented",
  )(async (platform) => {
    const account = await platform.account({ userEmail: "mara.lindqvist@haldeninstruments.example" });
    await account.freeze(demoTime);
    const { status, body } = await create(account);
    const { password, ...token } = body;
    expect([status, Object.keys(token).sort()]).toEqual([201, fields]);
    expect(token).toMatchObject({ ...input, createdBy: "mara.lindqvist@haldeninstruments.example", createdAt: demoTime });
    expect(token.id).toMatch(new RegExp(`^[a-z0-9]{10}@${account.accountId}\\.smtp\\.[a-z.-]+$`));
    expect(password).toMatch(/^[A-Za-z0-9]{26,30}$/);
    expect(await list(account)).toEqual([token]);
  }),
  "smtp-tokens-create-needs-both-fields": rule(
    "A request without `campaignName` or `createContact`, or with an empty `campaignName`, is rejected with status 400 and an error for " +
      "the field.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    for (const field of ["campaignName", "createContact"]) {
      const { status, body } = await account.call({ path, body: { ...input, [field]: undefined } });
      expect([status, body.category, body.errors[0].in]).toEqual([400, "VALIDATION_ERROR", field]);
    }
    expectInvalid(await account.call({ path, body: { ...input, campaignName: "" } }), "campaignName");
    expect(await list(account)).toEqual([]);
  }),
  "smtp-tokens-password-once": rule(
    "Only the responses to create and reset requests contain a password, and no response contains its hash.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    const { id } = (await create(account)).body;
    const changed = (await reset(account, id)).body;
    expect(Object.keys(changed).sort()).toEqual([...fields, "password"].sort());
    const { body } = await account.call({ path: `${path}/${id}` });
    for (const token of [...(await list(account)), body]) expect(Object.keys(token).sort()).toEqual(fields);
  }),
  "smtp-tokens-pages": rule(
    "A client that follows `paging.next.after` receives every token exactly once, ordered by id. By default, a page contains up to 100 " +
      "tokens. A `limit` below 1 or above 100 is rejected with status 400.",
    { grade: "assumed", source: "the public documentation of a similar API names the parameters" },
  )(async (platform) => {
    const account = await platform.account();
    const smtpTokens = Array.from({ length: 103 }, (_, index) => ({ userName: `t${1000 + index}@1.smtp.example`, campaignName: "C" }));
    await account.seed({ smtpTokens });
    const [first, second] = [
      (await account.call({ path })).body,
      (await account.call({ path, query: { after: smtpTokens[99]?.userName ?? "" } })).body,
    ];
    expect([first.results.length, first.paging]).toMatchObject([100, { next: { after: smtpTokens[99]?.userName } }]);
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(smtpTokens.map(({ userName }) => userName));
    expect(Object.keys(second)).toEqual(["results"]);
    for (const limit of [0, 101]) expectInvalid(await account.call({ path, query: { limit } }), "limit");
    expect((await account.call({ path, query: { limit: 1 } })).body.results).toHaveLength(1);
  }),
  "smtp-tokens-filters": rule(
    "`campaignName` and `emailCampaignId` select the tokens in which that field has exactly the given value. If both are set, a token " +
      "must match both.",
    { grade: "assumed", source: "the public documentation of a similar API names the parameters" },
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({
      smtpTokens: [
        { userName: "a@1.smtp.example", campaignName: "One", emailCampaignId: 7 },
        { userName: "b@1.smtp.example", campaignName: "One", emailCampaignId: 8 },
        { userName: "c@1.smtp.example", campaignName: "Two", emailCampaignId: 8 },
      ],
    });
    const found = async (query: Readonly<Record<string, string>>) => (await list(account, query)).map(({ id }) => id[0]).join("");
    expect([await found({ campaignName: "One" }), await found({ emailCampaignId: "8" })]).toEqual(["ab", "bc"]);
    expect(await found({ campaignName: "One", emailCampaignId: "8" })).toBe("b");
    expect(await found({ campaignName: "one" })).toBe("");
  }),
  "smtp-tokens-delete": rule(
    "Deleting a token returns 204. After that, the list omits the token, requests to read the token or reset its password return 404, " +
      "and version v1 lists the token as deleted.",
    { grade: "assumed", source: "the public documentation of a similar API names status 204" },
  )(async (platform) => {
    const account = await platform.account();
    const { id } = (await create(account)).body;
    expect((await remove(account, id)).status).toBe(204);
    expect(await list(account)).toEqual([]);
    expectNotFound(await account.call({ path: `${path}/${id}` }));
    expectNotFound(await reset(account, id));
    expect((await account.call({ path: pathV1 })).body).toMatchObject([{ userName: id, deleted: true }]);
  }),
  "smtp-tokens-delete-again": rule(
    "Deleting a deleted token again returns 204 and changes nothing.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const { id } = (await create(account)).body;
    expect((await remove(account, id)).status).toBe(204);
    const before = await account.snapshot();
    expect((await remove(account, id)).status).toBe(204);
    expect(await account.snapshot()).toEqual(before);
  }),
  "smtp-tokens-reset": rule(
    "A request that resets a password returns 200 with a new password, and changes nothing else.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    const { password, ...token } = (await create(account)).body;
    await account.advance(60_000);
    const { status, body } = await reset(account, token.id);
    const { password: changed, ...rest } = body;
    expect([status, rest]).toEqual([200, token]);
    expect(changed).toMatch(/^[A-Za-z0-9]{26,30}$/);
    expect(changed).not.toBe(password);
  }),
  "smtp-tokens-unknown": rule(
    "A request to read or delete an unknown token, or to reset its password, returns 404 with the category OBJECT_NOT_FOUND.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    await create(account);
    for (const id of ["unknown", `aaaaaaaaaa@${account.accountId}.smtp.crm-platform.example`, "\u0000"]) await expectUnknown(account, id);
  }),
  "smtp-tokens-of-another-account": rule(
    "An account cannot list, read or delete the tokens of other accounts, or reset their passwords.",
    "assumed",
  )(async (platform) => {
    const [owner, other] = [await platform.account(), await platform.account()];
    const { id } = (await create(owner)).body;
    expect(await list(other)).toEqual([]);
    await expectUnknown(other, id);
    expect((await owner.call({ path: `${path}/${id}` })).status).toBe(200);
  }),
});

async function expectUnknown(account: TestAccount, id: string): Promise<void> {
  expectNotFound(await account.call({ path: `${path}/${encodeURIComponent(id)}` }));
  expectNotFound(await remove(account, id));
  expectNotFound(await reset(account, id));
}

async function list(account: TestAccount, query: Readonly<Record<string, string>> = {}): Promise<{ readonly id: string }[]> {
  return (await account.call({ path, query })).body.results;
}

function create(account: TestAccount): Promise<TestResponse> {
  return account.call({ path, body: input });
}

function remove(account: TestAccount, id: string): Promise<TestResponse> {
  return account.call({ method: "DELETE", path: `${path}/${encodeURIComponent(id)}` });
}

function reset(account: TestAccount, id: string): Promise<TestResponse> {
  return account.call({ method: "POST", path: `${path}/${encodeURIComponent(id)}/password-reset` });
}
