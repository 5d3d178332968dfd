import { createMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platformAt } from "./behaviour/platform.ts";
import { rows as broadcasts } from "./behaviour/broadcasts.ts";
import { rows as domains } from "./behaviour/domains.ts";
import { rows as eventDefinitions } from "./behaviour/eventDefinitions.ts";
import { rows as pages } from "./behaviour/pages.ts";
let mock: Awaited<ReturnType<typeof createMock>>;
beforeAll(async () => { mock = await createMock({ onError: (error) => console.error(error) }); });
afterAll(() => mock.close());
describe.each(Object.entries({ pages, domains, eventDefinitions, broadcasts }))("%s", (_, rows) => {
  test.concurrent.each(Object.entries(rows))("%s", (__, check) => check(platformAt(mock.url, mock.fetch)));
});
