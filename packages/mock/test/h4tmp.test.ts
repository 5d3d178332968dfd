import { createMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, test } from "vitest";
import { rows as associations } from "./behaviour/associations.ts";
import { rows as legacyAssociations } from "./behaviour/legacyAssociations.ts";
import { rows as meetings } from "./behaviour/meetings.ts";
import { platformAt } from "./behaviour/platform.ts";
import { rows as tickets } from "./behaviour/tickets.ts";
let mock: Awaited<ReturnType<typeof createMock>>;
beforeAll(async () => { mock = await createMock({ onError: (error) => console.error(error) }); });
afterAll(() => mock.close());
describe.each(Object.entries({ meetings, tickets, associations, legacyAssociations }))("%s", (_, rows) => {
  test.concurrent.each(Object.entries(rows))("%s", (__, check) => check(platformAt(mock.url, mock.fetch)));
});
