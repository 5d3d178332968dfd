import { createMock } from "@crm-platform/mock";
import { expect, test } from "vitest";
import { controlledMock } from "./controlling.ts";

const contacts = "/crm/v3/objects/contacts";

test("the called versions are listed with their callers, end dates, replacements and differences, the first end first", async () => {
  const { account, mock, control } = await controlledMock();
  const [one, other] = [await account({ app: { appId: 1 } }), await account({ app: { appId: 2 } })];
  await one.call({ path: contacts });
  await one.call({ path: `${contacts}/` });
  await other.call({ path: contacts });
  await other.call({ path: "/crm/objects/2026-03/contacts" });
  await other.call({ path: "/crm/objects/2026-03/contacts/" });
  await one.call({ path: "/crm/v4/associations/contacts/companies/batch/archive", body: { inputs: [] } });
  await one.call({ path: "/crm/v3/objekts/contacts" });
  const versions = await mock.versions();
  expect(versions).toEqual([
    {
      operationId: "associations.batchArchive",
      version: "v4",
      method: "POST",
      path: "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/archive",
      calls: 1,
      apps: [{ appId: one.app.appId, calls: 1 }],
      endsOn: "2027-03-30",
      replacement: "POST /crm/associations/2026-03/{fromObjectType}/{toObjectType}/batch/archive",
      differences: ["Status 204 instead of 200, without a body"],
    },
    {
      operationId: "records.list",
      version: "v3",
      method: "GET",
      path: "/crm/v3/objects/{objectType}",
      calls: 3,
      apps: [
        { appId: one.app.appId, calls: 2 },
        { appId: other.app.appId, calls: 1 },
      ],
      endsOn: "2027-09-01",
      replacement: "GET /crm/objects/2026-03/{objectType}",
      differences: [],
    },
    {
      operationId: "records.list",
      version: "2026-03",
      method: "GET",
      path: "/crm/objects/2026-03/{objectType}",
      calls: 2,
      apps: [{ appId: other.app.appId, calls: 2 }],
      endsOn: null,
      replacement: null,
      differences: [],
    },
  ]);
  expect((await control("GET", "/versions")).body.results).toEqual(versions);
  await mock.reset();
  expect(await mock.versions()).toEqual(versions);
});

test("failBefore lets close reject with the calls in older versions", async () => {
  const mock = await createMock({ failBefore: "2026-03" });
  const { accessToken, app } = await mock.account();
  const headers = { authorization: `Bearer ${accessToken}` };
  for (const path of [
    contacts,
    contacts,
    "/crm/objects/2026-03/contacts",
    "/content/api/v2/pages",
    `/oauth/v1/access-tokens/${accessToken}`,
  ]) {
    await mock.fetch(mock.url + path, { headers });
  }
  await expect(mock.close()).rejects.toThrow(
    [
      "The mock received calls in versions before 2026-03:",
      `- GET /oauth/v1/access-tokens/{token} (oauthV1.getAccessToken, v1): 1 call by app ${app.appId}, ends on 2027-02-16; use the OAuth 2026-03 token interface`,
      `- GET /crm/v3/objects/{objectType} (records.list, v3): 2 calls by app ${app.appId}, ends on 2027-09-01; use GET /crm/objects/2026-03/{objectType}`,
    ].join("\n"),
  );
});

test.each([
  ["v3", ["/crm/v3/objects/contacts"]],
  ["v4", ["/crm/objects/2025-09/contacts", "/crm/v4/associations/contacts/companies/labels"]],
  ["2026-03", ["/crm/objects/2026-03/contacts", "/crm/objects/2026-09/contacts", "/content/api/v2/pages"]],
])("with failBefore %s, close resolves if no older version was called", async (failBefore, paths) => {
  const mock = await createMock({ failBefore });
  const { accessToken } = await mock.account();
  for (const path of paths) await mock.fetch(mock.url + path, { headers: { authorization: `Bearer ${accessToken}` } });
  await mock.close();
});

test("failBefore must be a version", async () => {
  await expect(createMock({ failBefore: "march" })).rejects.toThrow('createMock: failBefore must be a version such as "2026-03" or "v4".');
});
