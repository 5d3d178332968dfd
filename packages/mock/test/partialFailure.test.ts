import type { FaultInput } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { controlledMock } from "./control/controlling.ts";
import { document } from "./document.ts";

const contacts = ["3101", "3102", "3103"];
const companies = ["5201", "5202", "5203"];
const pairs = contacts.map((id, index) => ({ from: { id }, to: { id: companies[index] } }));
const typeIds = ["2-11", "2-12", "2-13"];
const withIds = contacts.map((id) => ({ id }));
const otherPairs = contacts.map((id, index) => ({ from: { id }, to: { id: companies.at(index - 1) } }));
const limits = [
  { category: "SERVICE_DEFINED", typeId: 1, maxToObjectIds: 5 },
  { category: "SERVICE_DEFINED", typeId: 279, maxToObjectIds: 5 },
  { category: "USER_DEFINED", typeId: 1201, maxToObjectIds: 5 },
];

interface Batch {
  readonly path: string;
  readonly inputs: readonly object[];
  readonly others?: object;
  /** The context of the error for the second input. */
  readonly context: object;
}

const between = (types: string) => `/crm/associations/2026-03/${types}`;
const reading = { properties: ["email"], propertiesWithHistory: [] };

const batches: Readonly<Record<string, Batch>> = {
  "records.batchRead": { path: "/crm/objects/2026-03/contacts/batch/read", inputs: withIds, others: reading, context: { ids: ["3102"] } },
  "records.batchCreate": {
    path: "/crm/objects/2026-03/contacts/batch/create",
    inputs: ["a", "b", "c"].map((name) => ({ objectWriteTraceId: `row-${name}`, properties: { firstname: name } })),
    context: { objectWriteTraceId: ["row-b"] },
  },
  "records.batchUpdate": {
    path: "/crm/objects/2026-03/contacts/batch/update",
    inputs: contacts.map((id) => ({ id, properties: { firstname: `new ${id}` } })),
    context: { ids: ["3102"] },
  },
  "records.batchUpsert": {
    path: "/crm/objects/2026-03/contacts/batch/upsert",
    inputs: ["a", "b", "c"].map((name) => ({
      id: `${name}@hub.example`,
      idProperty: "email",
      objectWriteTraceId: name,
      properties: { firstname: name },
    })),
    context: { ids: ["b@hub.example"], objectWriteTraceId: ["b"] },
  },
  "properties.batchCreate": {
    path: "/crm/properties/2026-03/contacts/batch/create",
    inputs: ["a", "b", "c"].map((name) => ({
      ...{ name, label: name, type: "string", fieldType: "text", groupName: "contactinformation" },
    })),
    context: { propertyName: ["b"] },
  },
  "objectSchemas.batchRead": {
    path: "/crm-object-schemas/2026-03/schemas/batch/read",
    inputs: typeIds.map((id) => ({ id })),
    context: { ids: ["2-12"] },
  },
  "properties.batchRead": {
    path: "/crm/properties/2026-03/contacts/batch/read",
    inputs: [{ name: "email" }, { name: "firstname" }, { name: "lastname" }],
    others: { archived: false },
    context: { propertyName: ["firstname"] },
  },
  "meetings.batchRead": {
    path: "/crm/objects/2026-03/meetings/batch/read",
    inputs: [{ id: "512001" }, { id: "512002" }, { id: "512003" }],
    others: reading,
    context: { ids: ["512002"] },
  },
  "associations.batchRead": { path: between("contacts/companies/batch/read"), inputs: withIds, context: { fromObjectId: ["3102"] } },
  "associations.batchCreate": {
    path: between("contacts/companies/batch/create"),
    inputs: otherPairs.map((pair) => ({ ...pair, types: [{ associationCategory: "SERVICE_DEFINED", associationTypeId: 1 }] })),
    context: { INVALID_OBJECT_IDS: ["3102", "5201"] },
  },
  "associations.batchCreateLimits": {
    path: between("definitions/configurations/contacts/companies/batch/create"),
    inputs: limits,
    context: { typeId: ["279"] },
  },
  "associations.batchUpdateLimits": {
    path: between("definitions/configurations/contacts/companies/batch/update"),
    inputs: limits,
    context: { typeId: ["279"] },
  },
  "associationsV3.batchCreate": {
    path: "/crm/v3/associations/contacts/companies/batch/create",
    inputs: otherPairs.map((pair) => ({ ...pair, type: "contact_to_company" })),
    context: { INVALID_OBJECT_IDS: ["3102", "5201"] },
  },
  "associationsV3.batchRead": {
    path: "/crm/v3/associations/contacts/companies/batch/read",
    inputs: withIds,
    context: { fromObjectId: ["3102"] },
  },
};

const accountId = 77;
const input = {
  accountId,
  app: { appId: 27314, clientId: "client-77", clientSecret: "secret" },
  clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" },
} as const;

async function seeded() {
  const platform = await controlledMock({ idSeed: "same" });
  const account = await platform.account(input);
  const records = (ids: readonly string[]) => ids.map((id) => ({ id, properties: {} }));
  await account.seed({
    objectSchemas: typeIds.map((objectTypeId) => ({ objectTypeId, name: `type_${objectTypeId.slice(2)}` })),
    associationLabels: [{ id: 1201, from: "contacts", to: "companies", name: "billing_contact", label: "Billing contact" }],
    records: { contacts: records(contacts), companies: records(companies), meetings: records(["512001", "512002", "512003"]) },
    associations: pairs.map(({ from, to }) => ({
      from: `contacts/${from.id}`,
      to: `companies/${to.id}`,
      type: "contact_to_company",
    })),
  });
  const app = `/webhooks/2026-03/${input.app.appId}`;
  const target = { targetUrl: "http://127.0.0.1:1/hooks", throttling: { maxConcurrentRequests: 10 } };
  await account.call({ method: "PUT", path: `${app}/settings`, body: target });
  const subscribe = async (eventType: string, propertyName?: string) =>
    (await account.call({ path: `${app}/subscriptions`, body: { eventType, active: true, ...(propertyName && { propertyName }) } })).body
      .id;
  const ids = [
    await subscribe("contact.creation"),
    await subscribe("contact.propertyChange", "firstname"),
    await subscribe("contact.associationChange"),
  ];
  const subscriptions: Batch = {
    path: `${app}/subscriptions/batch/update`,
    inputs: ids.map((id) => ({ id, active: false })),
    context: { ids: [ids[1]] },
  };
  const call = ({ path, others }: Batch, inputs: readonly unknown[]) => account.call({ path, body: { ...others, inputs } });
  const events = async () => {
    const deliveries = await platform.mock.webhooks.deliveries(accountId);
    return deliveries.flatMap((delivery) => delivery.events.map(({ eventId: _, ...event }) => event));
  };
  return { ...platform, account, call, events, subscriptions };
}

const operationIds = [...Object.keys(batches), "webhooks.batchUpdateSubscriptions"];

test("the table contains every operation whose document has a 207", () => {
  const items = Object.values(document.paths as object).flatMap((item) =>
    Object.values(item as Record<string, { operationId: string; responses?: object }>),
  );
  const partial = items.flatMap((operation) => ("207" in (operation.responses ?? {}) ? [operation.operationId] : []));
  expect(operationIds.sort()).toEqual(partial.sort());
});

describe("partialFailure", () => {
  test.each(operationIds)("%s: the chosen input fails and changes nothing, and the others succeed", async (operationId) => {
    const [faulty, plain] = [await seeded(), await seeded()];
    const batch = batches[operationId] ?? faulty.subscriptions;
    if (operationId === "associations.batchUpdateLimits") {
      const create = batches["associations.batchCreateLimits"] as Batch;
      for (const { call } of [faulty, plain]) expect((await call(create, create.inputs)).status).toBe(201);
    }
    const effect: FaultInput["effect"] = { type: "partialFailure", category: "CONFLICT", indexes: [1, 99] };
    await faulty.mock.faults.add({ match: { accountId, operationId }, times: 1, effect });

    const part = await faulty.call(batch, batch.inputs);
    const expected = await plain.call(batch, batch.inputs.toSpliced(1, 1));
    const error = {
      status: "error",
      category: "CONFLICT",
      message: "A fault of the mock caused this error.",
      context: batch.context,
      errors: [],
      links: {},
    };
    expect(expected.status).toBeLessThan(207);
    expect(expected.body.results).not.toEqual([]);
    expect([part.status, part.body]).toEqual([207, { ...expected.body, numErrors: 1, errors: [error] }]);
    expect(await faulty.account.snapshot()).toEqual(await plain.account.snapshot());
    expect(await faulty.events()).toEqual(await plain.events());

    const repeated = await faulty.call(batch, batch.inputs.slice(1, 2));
    expect(repeated.status).toBeLessThan(207);
  });

  test("all inputs can fail, with a message, a count that exceeds the batch, and the operation's own errors", async () => {
    const { mock, call, account } = await seeded();
    const before = await account.snapshot();
    const update = batches["records.batchUpdate"] as Batch;
    const effect: FaultInput["effect"] = { type: "partialFailure", category: "RATE_LIMITS", count: 5, message: "Slow down." };
    await mock.faults.add({ match: { accountId, operationId: "records.batchUpdate" }, times: 1, effect });
    const { status, body } = await call(update, update.inputs);
    expect([status, body.results, body.numErrors, body.errors[2]]).toMatchObject([207, [], 3, { status: "error", message: "Slow down." }]);
    expect(await account.snapshot()).toEqual(before);

    const read = batches["records.batchRead"] as Batch;
    const first: FaultInput["effect"] = { type: "partialFailure", category: "INTERNAL_ERROR" };
    await mock.faults.add({ match: { accountId, operationId: "records.batchRead" }, effect: first });
    const { body: readBody } = await call(read, [{ id: "3101" }, { id: "3999" }, { id: "3102" }]);
    expect(readBody).toMatchObject({ numErrors: 2, errors: [{ context: { ids: ["3999"] } }, { context: { ids: ["3101"] } }] });
    expect(readBody.results).toHaveLength(1);
  });

  test("the error for an input without a trace id contains no ids", async () => {
    const { mock, call } = await seeded();
    const effect: FaultInput["effect"] = { type: "partialFailure", category: "CONFLICT" };
    await mock.faults.add({ match: { accountId, operationId: "records.batchCreate" }, effect });
    const create = batches["records.batchCreate"] as Batch;
    const { status, body } = await call(create, [{ properties: { firstname: "a" } }]);
    expect([status, body.errors[0].context]).toEqual([207, {}]);
  });

  test("problems with other inputs name their positions in the request", async () => {
    const { mock, call } = await seeded();
    const effect: FaultInput["effect"] = { type: "partialFailure", category: "CONFLICT", indexes: [0] };
    await mock.faults.add({ match: { accountId, operationId: "records.batchCreate" }, effect });
    const properties = [{}, {}, { firstnam: "x" }];
    const create = batches["records.batchCreate"] as Batch;
    const untraced = await call(
      create,
      properties.map((values) => ({ properties: values })),
    );
    expect([untraced.status, untraced.body.errors[0].in]).toEqual([400, "inputs[2].properties.firstnam"]);
    expect(untraced.body.errors[0].message).toContain("inputs[2].properties.firstnam");
    const traced = await call(
      create,
      properties.map((values, index) => ({ objectWriteTraceId: `${index}`, properties: values })),
    );
    expect([traced.status, traced.body.errors[0].errors[0].in]).toEqual([207, "inputs[2].properties.firstnam"]);
  });

  test.each([
    ...[{ operationId: "records.batchArchive" }, {}].map((match): [object, object, RegExp] => [
      match,
      {},
      /^match\.operationId: match\.operationId must be an operation with a 207 response, because the effect is partialFailure\. Valid operations: associations\.batchCreate, /,
    ]),
    [{ operationId: "webhooks.receiveEvents" }, {}, /^effect\.type: effect\.type must be one of .* for webhooks$/],
    [{ operationId: "records.batchRead" }, { count: 1, indexes: [1] }, /^effect\.count: effect\.count must not be combined with indexes$/],
    [{ operationId: "records.batchRead" }, { indexes: [] }, /^effect\.indexes: effect\.indexes must have at least 1 item$/],
    [
      { operationId: "records.batchRead" },
      { category: "TOO_BUSY" },
      /^effect\.category: effect\.category must be one of VALIDATION_ERROR, /,
    ],
  ])("with the match %j, the effect %j is rejected", async (match, fields, problem) => {
    const { rejection } = await controlledMock();
    const { status, problems } = await rejection("POST", "/faults", {
      match,
      effect: { type: "partialFailure", category: "CONFLICT", ...fields },
    });
    expect([status, problems]).toEqual([400, [expect.stringMatching(problem)]]);
  });
});
