import { createMock, type MockOptions } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";

const meetings = "/crm/objects/2026-03/meetings/batch/read";
const associations = "/crm/v3/associations/contacts/tickets/batch";
const search = "/crm/objects/2026-03/contacts/search";

async function started(options: MockOptions = {}) {
  const mock = await createMock({ ...options, onError: (error) => expect.fail(String(error)) });
  onTestFinished(() => mock.close());
  const account = await mock.account();
  await account.seed({ records: { contacts: [{ id: "3101" }], meetings: [{ id: "512001" }], tickets: [{ id: "9601" }] } });
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${account.accessToken}`;
    const sent = typeof body === "string" ? body : JSON.stringify(body);
    const response = await mock.fetch(mock.url + path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", ...headers },
      body: sent,
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const problems = async () => (await mock.requests.list({ onlyProblems: true })).flatMap((entry) => entry.problems);
  return { mock, post, problems };
}

const link = { from: { id: 3101 }, to: { id: 9601 }, type: "contact_to_ticket" };
const withoutHistory = { inputs: [{ id: "512001" }], properties: [] };

test("a strict mock rejects deviations that the real service accepts", async () => {
  const { post, problems } = await started({ strict: true });
  const left = await post(meetings, withoutHistory);
  expect([left.status, left.body.errors[0].in]).toEqual([400, "propertiesWithHistory"]);
  const sent = await post(`${associations}/create`, { inputs: [link] });
  expect([sent.status, sent.body.errors.map((error: { in: string }) => error.in)]).toEqual([400, ["inputs[0].from.id", "inputs[0].to.id"]]);
  const values = await post("/crm/objects/2026-03/contacts", { properties: { city: 1, firstname: null, lastname: true } });
  expect([values.status, values.body.errors.map((error: { in: string }) => error.in)]).toEqual([
    400,
    ["properties.city", "properties.firstname", "properties.lastname"],
  ]);
  expect((await post(search, { after: 0 })).status).toBe(400);
  expect((await problems()).filter(({ accepted }) => accepted)).toEqual([]);
});

test("a strict mock rejects a request to archive an unknown record, which the real service accepts", async () => {
  const statuses = await Promise.all(
    [true, false].map(async (strict) => {
      const { mock } = await started({ strict });
      const { accessToken } = await mock.account();
      const request = { method: "DELETE", headers: { authorization: `Bearer ${accessToken}` } };
      return (await mock.fetch(`${mock.url}/crm/v3/objects/tickets/999`, request)).status;
    }),
  );
  expect(statuses).toEqual([404, 204]);
});

test.each([false, true])(
  "the journal lists the parts that a version lacks, and a strict mock rejects them (strict: %s)",
  async (strict) => {
    const { mock, post, problems } = await started({ strict });
    const { accessToken } = await mock.account();
    const property = { name: "price", label: "Price", type: "number", fieldType: "number", groupName: "contactinformation" };
    const created = await post("/crm/properties/2026-09/contacts", { ...property, showCurrencySymbol: true });
    const path = "/crm/pipelines/2026-09/deals/default/stages/contractsent?validateReferencesBeforeDelete=true";
    const deleted = await mock.fetch(mock.url + path, { method: "DELETE", headers: { authorization: `Bearer ${accessToken}` } });
    expect([created.status, deleted.status]).toEqual(strict ? [400, 400] : [201, 204]);
    expect((await problems()).map(({ message, accepted }) => [message, accepted])).toEqual([
      ["showCurrencySymbol is not a field of this version", strict ? undefined : true],
      ["validateReferencesBeforeDelete is not a query parameter of this version", strict ? undefined : true],
    ]);
  },
);

test("a request with further violations is rejected, and the journal marks the accepted violations", async () => {
  const { post, problems } = await started();
  const { status, body } = await post(meetings, { inputs: [{ id: 512001 }], properties: [] });
  expect([status, body.errors.map((error: { in: string }) => error.in)]).toEqual([400, ["inputs[0].id"]]);
  expect((await problems()).map((problem) => [problem.in, problem.accepted])).toEqual([
    ["inputs[0].id", undefined],
    ["propertiesWithHistory", true],
  ]);
});

test("null is not accepted in place of a list", async () => {
  const { post } = await started();
  expect((await post(meetings, { ...withoutHistory, propertiesWithHistory: null })).status).toBe(400);
});

test("numbers without an exact representation are rejected", async () => {
  const { post } = await started();
  for (const id of ["9007199254740993", "1.5", "1e21", "true"]) {
    const { status, body } = await post(`${associations}/read`, `{"inputs": [{"id": ${id}}]}`);
    expect([id, status, body.errors?.[0].in]).toEqual([id, 400, "inputs[0].id"]);
  }
});

test("a batch is served even if it has more deviations than the journal lists", async () => {
  const { post, problems } = await started();
  const { status, body } = await post(`${associations}/create`, { inputs: Array(2000).fill(link) });
  expect([status, body.results.length]).toEqual([201, 4000]);
  const listed = await problems();
  expect(listed).toHaveLength(21);
  expect(listed.every(({ accepted }) => accepted)).toBe(true);
});

test("a violation after many accepted violations is still found", async () => {
  const { post } = await started();
  const { status, body } = await post(`${associations}/create`, { inputs: [...Array(1999).fill(link), { from: { id: 3101 }, to: {} }] });
  expect([status, body.errors.map((error: { in: string }) => error.in)]).toEqual([400, ["inputs[1999].type", "inputs[1999].to.id"]]);
});

test("the response to a request that the real service accepts is the matching example, and the journal contains the violation", async () => {
  const { post, problems } = await started();
  const { status } = await post(meetings, withoutHistory, { prefer: "code=207" });
  expect([status, (await problems()).map(({ accepted }) => accepted)]).toEqual([207, [true]]);
});

test("an unknown field is an accepted violation with the nearest valid name, because the real service ignores it", async () => {
  const { post, problems } = await started();
  const filters = [{ propertyName: "email", operator: "EQ", value: "nobody@b.example" }];
  const { status, body } = await post(search, { filters, limit: 1 });
  expect([status, body.total]).toEqual([200, 1]);
  expect(await problems()).toEqual([
    {
      in: "filters",
      code: "additionalProperties",
      message:
        "filters is not a known field. Did you mean filterGroups? Valid fields: filterGroups, query, sorts, properties, limit, after",
      accepted: true,
    },
  ]);
});

test("unknown fields in lists and unknown query parameters are accepted violations, but the members of a map are not", async () => {
  const { mock, post, problems } = await started();
  await post("/crm/objects/2026-03/contacts/batch/create?dryrun=1&archived=x", {
    inputs: [{ properties: { email: "a@b.example" } }, { properties: { email: "c@b.example" }, trace: 1, objectWriteTraceID: "2" }],
  });
  expect((await problems()).map(({ in: field, message, accepted }) => [field, message.split(" Valid ")[0], accepted])).toEqual([
    ["dryrun", "dryrun is not a known parameter: no parameters are allowed here", true],
    ["archived", "archived is not a known parameter: no parameters are allowed here", true],
    ["inputs[1].trace", "inputs[1].trace is not a known field.", true],
    ["inputs[1].objectWriteTraceID", "inputs[1].objectWriteTraceID is not a known field. Did you mean objectWriteTraceId?", true],
  ]);
  await mock.requests.clear();
  await post(search, { filterGroups: [{ filters: [{ propertyName: "email", operator: "HAS_PROPERTY", values: "x", hihg: 1 }] }] });
  // A rejected request lists the ignored field too.
  expect((await problems()).map(({ in: field, accepted }) => [field, accepted])).toEqual([
    ["filterGroups[0].filters[0].values", undefined],
    ["filterGroups[0].filters[0].hihg", true],
  ]);
});

test("the members of an exploded query parameter are not violations, even in strict mode", async () => {
  for (const strict of [false, true]) {
    const { mock, problems } = await started({ strict });
    const { accessToken } = await mock.account();
    const path = "/events/event-occurrences/2026-03?objectType=contact&objectProperty.email=a@b.example";
    const response = await mock.fetch(mock.url + path, { headers: { authorization: `Bearer ${accessToken}` } });
    expect([response.status, await problems()]).toEqual([200, []]);
  }
});

test("a field that a version does not have is an accepted violation, and a strict mock rejects it", async () => {
  const property = { name: "badge", label: "Badge", type: "number", fieldType: "number", groupName: "contactinformation" };
  const path = "/crm/properties/2026-09/contacts";
  const { post, problems } = await started();
  const created = await post(path, { ...property, showCurrencySymbol: true });
  expect([created.status, created.body.showCurrencySymbol]).toEqual([201, undefined]);
  expect(await problems()).toMatchObject([{ in: "showCurrencySymbol", code: "additionalProperties", accepted: true }]);
  const strict = await started({ strict: true });
  expect((await strict.post(path, property)).status).toBe(201);
  const rejected = await strict.post(path, { ...property, name: "other", showCurrencySymbol: true });
  expect([rejected.status, rejected.body.errors[0].in]).toEqual([400, "showCurrencySymbol"]);
});
