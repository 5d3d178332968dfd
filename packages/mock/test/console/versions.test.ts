import { expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

test("the called versions are shown with their end dates and replacements", async () => {
  const { mock, look } = await openConsole();
  expect(textOf((await look("/console/versions")).html)).toContain("No calls yet.");
  const { accessToken, app } = await mock.account();
  await mock.fetch(`${mock.url}/crm/v3/objects/contacts`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect(textOf((await look("/console/versions")).html)).toContain(
    `GET /crm/v3/objects/{objectType} records.list v3 1 ${app.appId} 2027-09-01 GET /crm/objects/2026-03/{objectType}`,
  );
});
