import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createMock, serveMock } from "@crm-platform/mock";
import { explore } from "@crm-platform/mock/explore";
import { scopeOf, serviceName } from "./names.js";

const mock = await createMock({ serviceName });
const server = await serveMock({ mock, port: 0 });
after(() => server.close());
process.env["MOCK_URL"] = server.url;
await import("./otherHost.js");
const { getDestinationByIdOrKey } = await import("destinations");

const destination = await getDestinationByIdOrKey(serviceName);
const syncMode = `__${scopeOf("destinations")}_internal_sync_mode`;
const email = "ines@larkspurbikes.example";

/** Sends a custom event to the destination, as the analytics platform does. */
function sendEvent({ accountId, accessToken }, name) {
  const mapping = {
    [syncMode]: "upsert",
    event_name: name,
    record_details: { object_type: "contact", email },
    properties: { color: "green" },
    occurred_at: "2026-11-02T09:00:00.000Z",
  };
  const subscription = { partnerAction: "customEvent", subscribe: "type != null", mapping, ID: "customEvent" };
  const settings = { portalId: String(accountId), oauth: { access_token: accessToken }, subscription };
  return destination.onEvent({ type: "track", event: name, userId: email }, settings);
}

test("an event is stored twice if the response to it is lost, because the destination sends it without an id", async () => {
  const exploration = explore(
    {
      state: { records: { contacts: [{ id: "1", properties: { email } }] } },
      run: async ({ account }) => {
        // The destination caches definitions by the name of the event.
        const name = `bike_rented_${account.accountId}`;
        let error;
        for (let attempts = 1; attempts <= 5; attempts += 1) {
          error = await sendEvent(account, name).then(
            () => undefined,
            (thrown) => thrown,
          );
          if (!error) return;
        }
        throw error;
      },
      check: async ({ account, error }) => {
        if (error) throw error;
        assert.equal((await account.snapshot()).eventOccurrences?.length, 1);
      },
    },
    { mock, seed: 1, faults: ["dropResponse", "reset"] },
  );
  await assert.rejects(exploration, (error) => {
    assert.deepEqual(error.schedule, [{ operationId: "eventOccurrences.send", nth: 1, effect: { type: "dropResponse" } }]);
    return true;
  });
});
