import { expect } from "vitest";
import { type Call, demoTime, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const base = "/crm/pipelines/2026-03";
const defaultTime = "1970-01-01T00:00:00Z";
const received = { label: "Received", displayOrder: 0, metadata: { ticketState: "OPEN" } };
const returned = { label: "Returned", displayOrder: 1, metadata: { ticketState: "CLOSED" } };
const repairs = { label: "Repairs", displayOrder: 1, stages: [received, returned] };

rules("pipelines", {
  // Access
  "pipelines-scopes": rule(
    "Reading pipelines requires the scope for reading records of the object type, and writing pipelines requires the scope for writing " +
      "such records.",
    { grade: "assumed", source: "the public reference of a similar API lists the scopes without object types" },
  )(async (platform) => {
    const without = await platform.account({ scopes: ["crm.objects.deals.read", "crm.objects.deals.write"] });
    const allowed = await platform.account({ scopes: ["tickets"] });
    for (const { action, ...call } of everyCall("tickets", "0", "1")) {
      const { status, body } = await without.call(call);
      expect([status, body.errors[0].context.requiredGranularScopes]).toEqual([403, ["tickets"]]);
      expect((await allowed.call(call)).status).toBeLessThan(300);
    }
    for (const { action, ...call } of everyCall("deals", "default", "closedwon")) {
      await expectScope(platform, `crm.objects.deals.${action}`, call);
    }
  }),
  "pipelines-object-types": rule(
    "The object type can be given as the plural name, the singular name or the type id of tickets or deals, in any letter case; any " +
      "other name is rejected with a 400.",
    { grade: "assumed", source: "the public documentation of a similar API names tickets only" },
  )(async (platform) => {
    const account = await platform.account();
    for (const type of ["tickets", "ticket", "0-5", "Tickets"]) expect(idsOf(await list(account, type))).toEqual(["0"]);
    for (const type of ["contacts", "2-7", "people"]) {
      for (const { action, ...call } of everyCall(type, "0", "1")) expectInvalid(await account.call(call), "objectType");
    }
  }),
  "pipelines-within-the-account": rule(
    "No operation reads or changes the pipelines of another account.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const { id, stages } = (await create(account, "tickets", repairs)).body;
    const before = await account.snapshot();
    const other = await platform.account();
    expect(idsOf(await list(other, "tickets"))).toEqual(["0"]);
    for (const { action, ...call } of everyCall("tickets", id, stages[0].id).slice(2)) expectNotFound(await other.call(call));
    expect((await account.snapshot()).pipelines).toEqual(before.pipelines);
  }),

  // Reads
  "pipelines-default": rule(
    "A new account has the pipeline `0` for tickets and the pipeline `default` for deals. The stages of these pipelines are the same in " +
      "every new account.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const account = await platform.account();
    const fixed = { createdAt: defaultTime, updatedAt: defaultTime, archived: false };
    const support = (await get(account, "tickets/0")).body;
    expect(support).toMatchObject({ id: "0", label: "Support Pipeline", displayOrder: 0, ...fixed });
    expect(support.stages[0]).toEqual({
      ...{ id: "1", label: "New", displayOrder: 0, metadata: { isClosed: "false", ticketState: "OPEN" } },
      ...{ ...fixed, writePermissions: "CRM_PERMISSIONS_ENFORCEMENT" },
    });
    expect(support.stages.map((stage: Stage) => [stage.id, stage.label, stage.metadata["ticketState"]])).toEqual([
      ["1", "New", "OPEN"],
      ["2", "Waiting on contact", "OPEN"],
      ["3", "Waiting on us", "OPEN"],
      ["4", "Closed", "CLOSED"],
    ]);
    const sales = (await get(account, "deals/default")).body;
    expect([sales.label, sales.stages.map((stage: Stage) => [stage.id, stage.metadata["probability"]])]).toEqual([
      "Sales Pipeline",
      [
        ["appointmentscheduled", "0.2"],
        ["qualifiedtobuy", "0.4"],
        ["presentationscheduled", "0.6"],
        ["decisionmakerboughtin", "0.8"],
        ["contractsent", "0.9"],
        ["closedwon", "1.0"],
        ["closedlost", "0.0"],
      ],
    ]);
  }),
  "pipelines-order": rule("Pipelines and stages are sorted by position. Those with equal positions are sorted by label.", {
    grade: "documented",
    source: "public reference of a similar API",
  })(async (platform) => {
    const account = await platform.account();
    const stages = [returned, { ...received, label: "Checked" }, received];
    for (const [label, displayOrder] of [
      ["Repairs", 1],
      ["Claims", 1],
      ["Urgent", -1],
    ] as const) {
      expect((await create(account, "tickets", { label, displayOrder, stages })).status).toBe(201);
    }
    const listed = await list(account, "tickets");
    expect(labelsOf(listed)).toEqual(["Urgent", "Support Pipeline", "Claims", "Repairs"]);
    const { id } = listed.body.results[0];
    await createStage(account, `tickets/${id}`, { ...received, label: "Announced" });
    expect(labelsOf(await get(account, `tickets/${id}/stages`))).toEqual(["Announced", "Checked", "Received", "Returned"]);
  }),
  "pipelines-get": rule(
    "A pipeline is found by its id among the pipelines of the object type, and a stage by its id among the stages of the pipeline. Any " +
      "other id is rejected with a 404.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const { id, stages } = (await create(account, "tickets", repairs)).body;
    expect((await get(account, `tickets/${id}/stages/${stages[1].id}`)).body).toEqual(stages[1]);
    for (const path of [`deals/${id}`, "tickets/default", "tickets/__proto__", "tickets/1/stages", "tickets/1/stages/1"]) {
      expectNotFound(await get(account, path));
    }
    for (const stage of [`0/stages/${stages[1].id}`, `${id}/stages/1`, "0/stages/5"])
      expectNotFound(await get(account, `tickets/${stage}`));
    expectNotFound(await createStage(account, "tickets/1", received));
  }),

  // Creating
  "pipelines-create": rule(
    "A new pipeline has the fields from the request, and new ids for itself and its stages. All timestamps are the time of the request.",
    { grade: "documented", source: "public reference of a similar API" },
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const undeclared = { ...received, color: "blue", metadata: { ...received.metadata, color: "blue", probability: 1 } };
    const { status, body } = await create(account, "tickets", { ...repairs, stages: [undeclared, returned], color: "blue" });
    const now = { createdAt: demoTime, updatedAt: demoTime, archived: false };
    const stage = { ...now, id: expect.any(String), writePermissions: "CRM_PERMISSIONS_ENFORCEMENT" };
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.any(String), label: "Repairs", displayOrder: 1, ...now },
        stages: [
          { ...received, metadata: { isClosed: "false", ...received.metadata }, ...stage },
          { ...returned, metadata: { isClosed: "true", ...returned.metadata }, ...stage },
        ],
      },
    ]);
    const ids = [body.id, ...body.stages.map(({ id }: Stage) => id)];
    expect(new Set(ids).size).toBe(3);
    expect((await get(account, `tickets/${body.id}`)).body).toEqual(body);
    expect(idsOf(await list(account, "deals"))).toEqual(["default"]);
  }),
  "pipelines-create-stage": rule(
    "A stage can be added to any pipeline, including a default one. Adding a stage updates the time of the pipeline's last change.",
    { grade: "assumed", source: "public reference of a similar API, for the operation" },
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const { status, body } = await createStage(account, "tickets/0", { ...returned, displayOrder: 9 });
    expect([status, body.createdAt]).toEqual([201, demoTime]);
    const { stages, createdAt, updatedAt } = (await get(account, "tickets/0")).body;
    expect([stages.length, stages[4], createdAt, updatedAt]).toEqual([5, body, defaultTime, demoTime]);
    expect((await get(account, `tickets/0/stages/${body.id}`)).body).toEqual(body);
    expect((await get(account, "tickets/0/stages/1")).body.updatedAt).toBe(defaultTime);
  }),
  "pipelines-metadata": rule(
    "A stage for deals needs a probability from 0 to 1 in steps of 0.1, as a number or a string. A stage for tickets is open or closed, " +
      "and open by default. The metadata also states whether the stage is closed: for deals, that is the case if the probability is 0 or 1.",
    {
      grade: "assumed",
      source: "public reference of a similar API, and recorded responses for isClosed; the default and the two forms are our choices",
    },
  )(async (platform) => {
    const account = await platform.account();
    const stageOf = async (type: string, label: string, metadata: unknown) =>
      createStage(account, type, { label, displayOrder: 9, metadata });
    for (const probability of [0, 0.3, 1, "0.3", "1.0"]) {
      const { status, body } = await stageOf("deals/default", `Stage ${JSON.stringify(probability)}`, { probability });
      const isClosed = String(Number(probability) !== 0.3);
      expect([status, body.metadata]).toEqual([201, { isClosed, probability: Number(probability).toFixed(1) }]);
    }
    for (const probability of [-0.1, 0.25, 1.1, "", "high", undefined]) {
      expectInvalid(await stageOf("deals/default", "Stage", { probability }), "metadata.probability");
    }
    expect((await stageOf("tickets/0", "Open", {})).body.metadata).toEqual({ isClosed: "false", ticketState: "OPEN" });
    expectInvalid(await stageOf("tickets/0", "Stage", { ticketState: "open" }), "metadata.ticketState");
    const wrong = { label: "Wrong", displayOrder: 0, metadata: { ticketState: "WAITING" } };
    const rejected = await create(account, "tickets", { ...repairs, stages: [wrong, received, { ...wrong, label: "Late" }] });
    expectInvalid(rejected, "stages[0].metadata.ticketState", "stages[2].metadata.ticketState");
    expect(idsOf(await list(account, "tickets"))).toEqual(["0"]);
  }),
  "pipelines-labels": rule(
    "A label that is already used by another pipeline of the object type, or by another stage of the pipeline, is rejected with a 409. " +
      "A label that appears twice in a request is rejected with a 400.",
    { grade: "assumed", source: "public reference of a similar API, for the uniqueness" },
  )(async (platform) => {
    const account = await platform.account();
    expectTaken(await create(account, "tickets", { ...repairs, label: "Support Pipeline" }));
    const { id } = (await create(account, "tickets", repairs)).body;
    expectTaken(await create(account, "tickets", repairs));
    expectTaken(await createStage(account, `tickets/${id}`, returned));
    expect((await createStage(account, "tickets/0", returned)).status).toBe(201);
    expectInvalid(await create(account, "tickets", { ...repairs, label: "Claims", stages: [received, received] }), "stages[1].label");
  }),
  "pipelines-stage-limits": rule("A pipeline has from 1 to 100 stages.", {
    grade: "assumed",
    source: "public reference of an earlier version of a similar API",
  })(async (platform) => {
    const account = await platform.account();
    const stages = Array.from({ length: 101 }, (_, index) => ({ ...received, label: `Stage ${index}` }));
    for (const wrong of [[], stages]) expectInvalid(await create(account, "tickets", { ...repairs, stages: wrong }), "stages");
    const { id } = (await create(account, "tickets", { ...repairs, stages: stages.slice(0, 99) })).body;
    expect((await createStage(account, `tickets/${id}`, received)).status).toBe(201);
    const { status, body } = await createStage(account, `tickets/${id}`, returned);
    expect([status, body.message]).toEqual([400, "A pipeline can have at most 100 stages."]);
  }),

  // With the control API
  "pipelines-snapshot": rule(
    "A snapshot contains the pipelines that were created or changed in the account, and restoring the snapshot replaces the account's " +
      "pipelines. A new pipeline or stage never gets the id of a seeded one.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    expect((await account.snapshot()).pipelines).toBeUndefined();
    await create(account, "deals", { ...repairs, stages: [{ ...received, metadata: { probability: 0.5 } }] });
    await createStage(account, "tickets/0", returned);
    const saved = await account.snapshot();
    const restored = await platform.account();
    await create(restored, "tickets", repairs);
    await platform.control("PUT", `/accounts/${restored.accountId}/snapshot`, saved);
    for (const type of ["tickets", "deals"]) expect((await list(restored, type)).body).toEqual((await list(account, type)).body);
    expect((await restored.snapshot()).pipelines).toEqual(saved.pipelines);
    const { pipelines: _, ...older } = saved;
    await platform.control("PUT", `/accounts/${restored.accountId}/snapshot`, older);
    expect((await get(restored, "tickets/0")).body.stages).toHaveLength(4);
    const seeded = await platform.account();
    await seeded.seed({ pipelines: saved.pipelines });
    expect(idsOf(await list(seeded, "deals"))).toEqual(idsOf(await list(account, "deals")));
    for (const label of ["Second", "Third"])
      await create(seeded, "deals", { ...repairs, label, stages: [{ ...received, metadata: { probability: 0.5 } }] });
    const all = (await list(seeded, "deals")).body.results as { id: string; stages: Stage[] }[];
    expect(all).toHaveLength(4);
    const ids = all.flatMap(({ id, stages }) => [id, ...stages.map((stage) => stage.id)]);
    expect(new Set(ids).size).toBe(ids.length);
  }),
});

interface Stage {
  readonly id: string;
  readonly label: string;
  readonly metadata: Readonly<Record<string, string>>;
}

function list(account: TestAccount, type: string): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}` });
}

function get(account: TestAccount, path: string): Promise<TestResponse> {
  return account.call({ path: `${base}/${path}` });
}

function create(account: TestAccount, type: string, body: Readonly<Record<string, unknown>>): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}`, body });
}

/** @param pipeline the object type and the id of the pipeline, for example `tickets/0` */
function createStage(account: TestAccount, pipeline: string, body: Readonly<Record<string, unknown>>): Promise<TestResponse> {
  return account.call({ path: `${base}/${pipeline}/stages`, body });
}

function idsOf({ body }: TestResponse): string[] {
  return body.results.map(({ id }: { id: string }) => id);
}

function labelsOf({ body }: TestResponse): string[] {
  return body.results.map(({ label }: { label: string }) => label);
}

function expectTaken({ status, body }: TestResponse): void {
  expect([status, body.category, body.errors[0].in]).toEqual([409, "CONFLICT", "label"]);
}

type PipelineCall = Call & { readonly action: "read" | "write" };

/** The first two calls do not name a pipeline. */
function everyCall(type: string, pipelineId: string, stageId: string): PipelineCall[] {
  const path = `${base}/${type}`;
  const stage = { ...received, metadata: { ticketState: "OPEN", probability: 0.5 } };
  return [
    { path, action: "read" },
    { path, body: { ...repairs, stages: [stage] }, action: "write" },
    { path: `${path}/${pipelineId}`, action: "read" },
    { path: `${path}/${pipelineId}/stages`, action: "read" },
    { path: `${path}/${pipelineId}/stages`, body: stage, action: "write" },
    { path: `${path}/${pipelineId}/stages/${stageId}`, action: "read" },
  ];
}
