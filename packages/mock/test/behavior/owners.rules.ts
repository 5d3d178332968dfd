import { expect } from "vitest";
import type { Platform, TestAccount } from "./platform.ts";
import { expectInvalid, expectNotFound } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const path = "/crm/owners/2026-03";
const contacts = "/crm/objects/2026-03/contacts";
const createdAt = "2026-02-02T08:30:00Z";
const ada = { id: "41002", email: "ada.moreau@haldeninstruments.example", firstName: "Ada", lastName: "Moreau", userId: 90212, createdAt };
const queue = { id: "41003", type: "QUEUE", createdAt };
const former = { id: "41004", email: "former@haldeninstruments.example", userId: 90214, archived: true, createdAt };

rules("owners", {
  "owners-need-a-scope": rule("Listing and reading owners require the scope `crm.objects.owners.read`.", {
    grade: "documented",
    source: "public reference of a similar API",
  })(async ({ account }) => {
    for (const address of [path, `${path}/1`]) {
      const rejected = await (await account({ scopes: ["crm.objects.contacts.read"] })).call({ path: address });
      expect([rejected.status, rejected.body.category]).toEqual([403, "MISSING_SCOPES"]);
      const allowed = await (await account({ scopes: ["crm.objects.owners.read"] })).call({ path: address });
      expect(allowed.status).not.toBe(403);
    }
  }),
  "owners-user": rule(
    "An account's user is an owner. Unless a seed contains this owner, its id is derived from the user's id, and differs from it.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account({ userId: 90211, userEmail: "mara.lindqvist@haldeninstruments.example" });
    const { results } = (await account.call({ path })).body;
    expect(results).toMatchObject([{ type: "PERSON", userId: 90211, email: "mara.lindqvist@haldeninstruments.example", archived: false }]);
    expect(results[0].id).not.toBe("90211");
    const other = await platform.account({ userId: 90211 });
    await other.seed({ owners: [{ id: results[0].id, createdAt }] });
    expect(idsIn(await other.call({ path }))).toEqual([results[0].id]);
    await account.seed({ owners: [{ id: "41001", userId: 90211, createdAt }] });
    expect(idsIn(await account.call({ path }))).toEqual(["41001"]);
  }),
  "owners-list": rule("The list of owners is ordered by id, and has pages. It contains either current or archived owners.", {
    grade: "documented",
    source: "public reference of a similar API for the parameters; the order is our choice",
  })(async (platform) => {
    const account = await seeded(platform);
    const [user, ...others] = idsIn(await account.call({ path })).toReversed();
    expect(others).toEqual(["41003", "41002"]);
    const first = await account.call({ path, query: { limit: 2 } });
    expect([idsIn(first), first.body.paging.next.after]).toEqual([["41002", "41003"], "2"]);
    const last = await account.call({ path, query: { limit: 2, after: "2" } });
    expect([idsIn(last), last.body.paging]).toEqual([[user], undefined]);
    expect(idsIn(await account.call({ path, query: { archived: true } }))).toEqual(["41004"]);
  }),
  "owners-email": rule("`email` returns only the owner with this address. Upper and lower case are not distinguished.", {
    grade: "documented",
    source: "public reference of a similar API for the parameter",
  })(async (platform) => {
    const account = await seeded(platform);
    expect(idsIn(await account.call({ path, query: { email: ada.email.toUpperCase() } }))).toEqual([ada.id]);
    expect(idsIn(await account.call({ path, query: { email: "nobody@haldeninstruments.example" } }))).toEqual([]);
    expect(idsIn(await account.call({ path, query: { email: former.email } }))).toEqual([]);
  }),
  "owners-get": rule(
    "An owner is found by its id or, with `idProperty=userId`, by the id of its user, and if archived only with `archived`.",
    {
      grade: "documented",
      source: "public reference of a similar API",
    },
  )(async (platform) => {
    const account = await seeded(platform);
    const { createdAt: updatedAt, ...fields } = ada;
    const expected = { ...fields, type: "PERSON", userIdIncludingInactive: 90212, createdAt, updatedAt, archived: false };
    expect((await account.call({ path: `${path}/41002` })).body).toEqual(expected);
    expect((await account.call({ path: `${path}/90212`, query: { idProperty: "userId" } })).body).toEqual(expected);
    expectNotFound(await account.call({ path: `${path}/90212` }));
    expectNotFound(await account.call({ path: `${path}/41004` }));
    const archived = (await account.call({ path: `${path}/41004`, query: { archived: true } })).body;
    expect([archived.userId, archived.userIdIncludingInactive]).toEqual([undefined, 90214]);
    expectInvalid(await account.call({ path: `${path}/41002`, query: { idProperty: "email" } }), "idProperty");
  }),
  "owners-assigned": rule(
    "The value of an owner property must be the id of an owner, current or archived. Other values are rejected with the code `INVALID_OPTION`.",
    { grade: "documented", source: "public guide of a similar API for the ids; the code and archived owners are our choices" },
  )(async (platform) => {
    const account = await seeded(platform);
    const create = (id: string) => account.call({ path: contacts, body: { properties: { hs_owner_id: id } } });
    for (const id of ["41002", "41004", ""]) expect((await create(id)).status).toBe(201);
    const rejected = await create("90212");
    expect([rejected.status, rejected.body.errors[0].code, rejected.body.errors[0].in]).toEqual([
      400,
      "INVALID_OPTION",
      "properties.hs_owner_id",
    ]);
    const inputs = [
      { objectWriteTraceId: "a", properties: { hs_owner_id: "41002" } },
      { objectWriteTraceId: "b", properties: { hs_owner_id: "90212" } },
    ];
    const batch = await account.call({ path: `${contacts}/batch/create`, body: { inputs } });
    expect([batch.status, batch.body.results.length, batch.body.numErrors]).toEqual([207, 1, 1]);
  }),
});

async function seeded(platform: Platform): Promise<TestAccount> {
  const account = await platform.account();
  await account.seed({ owners: [ada, queue, former] });
  return account;
}

function idsIn({ body }: { readonly body: { readonly results: readonly { readonly id: string }[] } }): string[] {
  return body.results.map(({ id }) => id);
}
