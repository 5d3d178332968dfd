import { addDemoAccount } from "@crm-platform/mock";
import { expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

const path = "/console/accounts/4815162/events";

test("the page shows definitions and occurrences, newest first, with links to the records", async () => {
  const { mock, look } = await openConsole();
  const account = await addDemoAccount(mock);
  const { html } = await look(path);
  const text = textOf(html).replaceAll(/\s+/g, " ");
  expect(text).toContain("pe4815162_repair_completed Repair completed CONTACT 3");
  expect(text).toMatch(/pe4815162_sensor_registered CONTACT 3102 serial_number TS-4410 2026-04-18 14:20:00 pe4815162_repair_completed/);
  expect(html).toContain('href="/console/accounts/4815162/records/0-1/3102"');
  const ofOne = await look(`${path}?event=pe4815162_sensor_registered`);
  expect(ofOne.html.match(/records\/0-1/g)).toHaveLength(1);

  await mock.fetch(`${mock.url}/events/2026-03/event-definitions/sensor_registered`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${account.accessToken}` },
  });
  expect(textOf((await look(path)).html).replaceAll(/\s+/g, " ")).toContain("pe4815162_sensor_registered deleted");
  expect(textOf((await look(`${path}?event=pe4815162_sensor_registered`)).html)).toContain("No occurrences.");
  expect((await account.events.definitions()).map(({ name, archived }) => [name, archived])).toEqual([
    ["repair_completed", false],
    ["sensor_registered", true],
  ]);
});

test("the list is paginated", async () => {
  const { mock, look } = await openConsole();
  const account = await addDemoAccount(mock);
  const eventOccurrences = Array.from({ length: 50 }, (_, index) => ({
    id: String(2001 + index),
    event: "sensor_registered",
    objectId: "3101",
    occurredAt: "2026-04-19T08:00:00Z",
  }));
  await account.seed({ eventOccurrences });
  const first = await look(path);
  const [, next = ""] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
  const second = await look(next);
  expect([first, second].map(({ html }) => html.match(/records\/0-1/g)?.length)).toEqual([50, 3]);
  expect((await look(`${path}?after=wrong`)).status).toBe(400);
});

test("a nonexistent account results in a 404, and text from requests is escaped", async () => {
  const { mock, look } = await openConsole();
  expect((await look("/console/accounts/1/events")).status).toBe(404);
  const account = await addDemoAccount(mock);
  const objectId = "<img src=x>";
  await account.seed({
    eventOccurrences: [
      { id: "7", event: "sensor_registered", objectId, occurredAt: "2026-04-19T08:00:00Z", properties: { "<b>": "<script>" } },
    ],
  });
  const { html } = await look(path);
  for (const text of ["<img", "<b>", "<script>"]) expect(html).not.toContain(text);
  expect(textOf(html)).toContain(objectId);
});
