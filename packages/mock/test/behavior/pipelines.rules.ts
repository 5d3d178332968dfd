import { expect } from "vitest";
import { type Call, demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const base = "/crm/pipelines/2026-03";
const defaultTime = "1970-01-01T00:00:00Z";
const leadPipeline = "lead-pipeline-id";
const later = "2026-04-20T08:01:00Z";
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
      expect([401, 403]).not.toContain((await allowed.call(call)).status);
    }
    for (const { action, ...call } of everyCall("deals", "default", "closedwon")) {
      await expectScope(platform, `crm.objects.deals.${action}`, call);
    }
  }),
  "pipelines-object-types": rule(
    "The object type can be given as the plural name, the singular name or the type id of a type that has pipelines, in any letter " +
      "case; any other name is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    for (const type of ["tickets", "ticket", "0-5", "Tickets"]) expect(idsOf(await list(account, type))).toEqual(["0"]);
    for (const type of ["products", "2-7", "people"]) {
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
    for (const { action, ...call } of everyCall("tickets", id, stages[0].id).slice(2, -1)) expectNotFound(await other.call(call));
    expect((await other.call(remove(`tickets/${id}/stages/${stages[0].id}`))).status).toBe(204);
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
  "pipelines-lifecycle": rule(
    "Contacts and companies have one pipeline each, whose stages are the lifecycle stages. All of them but the last are open.",
    { grade: "observed", source: "recorded values and pipelines of a similar API" },
  )(async (platform) => {
    const account = await platform.account({ scopes: ["crm.objects.contacts.read", "crm.objects.companies.read"] });
    for (const type of ["contacts", "companies"]) {
      const listed = await list(account, type);
      expect(idsOf(listed)).toEqual([`${type}-lifecycle-pipeline`]);
      const { stages } = listed.body.results[0];
      const ids = ["subscriber", "lead", "marketingqualifiedlead", "salesqualifiedlead", "opportunity", "customer", "evangelist", "other"];
      expect(stages.map(({ id }: Stage) => id)).toEqual(ids);
      expect(stages[0].metadata).toEqual({ isClosed: "false", state: "OPEN" });
      expect(stages[7].metadata).toEqual({ isClosed: "true", state: "CLOSED" });
      expect((await get(account, `${type}/${type}-lifecycle-pipeline/stages/lead`)).body).toEqual(stages[1]);
      expect((await get(account, `${type}/${type}-lifecycle-pipeline/audit`)).body.results).toEqual([]);
    }
  }),
  "pipelines-leads": rule(
    "Leads have one pipeline, `lead-pipeline-id`. The metadata of its stages contains only `isClosed`, which is `false`, because nothing is " +
      "known of other metadata.",
    { grade: "assumed", source: "programs for a similar API, for the ids and labels of the pipeline and its stages" },
  )(async (platform) => {
    const account = await platform.account({ scopes: ["crm.objects.leads.read"] });
    const [pipeline, ...others] = (await list(account, "leads")).body.results;
    expect([pipeline.id, pipeline.label, others]).toEqual([leadPipeline, "Lead pipeline", []]);
    expect(pipeline.stages.map(({ id, label, metadata }: Stage) => [id, label, metadata])).toEqual([
      ["new-stage-id", "New", { isClosed: "false" }],
      ["attempting-stage-id", "Attempting", { isClosed: "false" }],
      ["connected-stage-id", "Connected", { isClosed: "false" }],
      ["qualified-stage-id", "Qualified", { isClosed: "false" }],
      ["unqualified-stage-id", "Disqualified", { isClosed: "false" }],
    ]);
    expect((await get(account, `0-136/${leadPipeline}/stages/new-stage-id`)).body).toEqual(pipeline.stages[0]);
  }),
  "pipelines-lifecycle-fixed": rule(
    "The pipelines of contacts, companies and leads cannot be changed. Such a request is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const calls = [...everyCall("contacts", "contacts-lifecycle-pipeline", "lead"), ...everyCall("leads", leadPipeline, "new-stage-id")];
    for (const { action, ...call } of calls.filter((one) => one.action === "write")) {
      expectInvalid(await account.call(call), "objectType");
    }
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
    const stages = Array.from({ length: 101 }, (_, index) => ({ ...returned, label: `Stage ${index}` }));
    for (const wrong of [[], stages]) expectInvalid(await create(account, "tickets", { ...repairs, stages: wrong }), "stages");
    const { id } = (await create(account, "tickets", { ...repairs, stages: stages.slice(0, 99) })).body;
    expect((await createStage(account, `tickets/${id}`, received)).status).toBe(201);
    const { status, body } = await createStage(account, `tickets/${id}`, { ...returned, label: "Late" });
    expect([status, body.message]).toEqual([400, "A pipeline can have at most 100 stages."]);
  }),

  // Changing
  "pipelines-update": rule(
    "An update changes the given fields of a pipeline, and sets the time of the last change in the pipeline and in all of its stages.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    await account.advance(60_000);
    const { status, body } = await update(account, `tickets/${pipeline.id}`, { label: "Repair shop", stages: [], color: "blue" });
    const stages = pipeline.stages.map((stage) => ({ ...stage, updatedAt: later }));
    expect([status, body]).toEqual([200, { ...pipeline, label: "Repair shop", stages, updatedAt: later }]);
    expect((await get(account, `tickets/${pipeline.id}`)).body).toEqual(body);
    expect((await update(account, `tickets/${pipeline.id}`, { displayOrder: 7 })).body).toEqual({ ...body, displayOrder: 7 });
    expectTaken(await update(account, `tickets/${pipeline.id}`, { label: "Support Pipeline" }));
    expect((await update(account, "tickets/0", { label: "Help desk" })).body).toMatchObject({
      id: "0",
      label: "Help desk",
      createdAt: defaultTime,
    });
  }),
  "pipelines-set": rule(
    "Replacing a pipeline keeps the stages whose ids the request names, creates the stages without an id, and deletes all others.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    const [first, second] = pipeline.stages;
    await account.advance(60_000);
    const stages = [
      { label: "Announced", displayOrder: 0, metadata: {} },
      { ...returned, stageId: second?.id, label: "Picked up", displayOrder: 1 },
    ];
    const { status, body } = await set(account, `tickets/${pipeline.id}`, { label: "Shop", displayOrder: 3, stages });
    expect([status, body.id, body.label, body.createdAt, body.updatedAt]).toEqual([200, pipeline.id, "Shop", demoTime, later]);
    expect(body.stages).toEqual([
      expect.objectContaining({ label: "Announced", createdAt: later, metadata: { isClosed: "false", ticketState: "OPEN" } }),
      { ...second, label: "Picked up", displayOrder: 1, updatedAt: later },
    ]);
    expect(body.stages[0].id).not.toBe(first?.id);
    expectNotFound(await get(account, `tickets/${pipeline.id}/stages/${first?.id}`));
    expectTaken(await set(account, `tickets/${pipeline.id}`, { ...repairs, label: "Support Pipeline" }));
    expectInvalid(await set(account, `tickets/${pipeline.id}`, { ...repairs, stages: [received, received, returned] }), "stages[1].label");
  }),
  "pipelines-stage-ids": rule(
    "A new stage can be given an id, which is unique among the stages of the object type. An id of another pipeline's stage, or one that " +
      "appears twice, is rejected with a 400.",
    { grade: "observed", source: "recordings of a similar API, which also show other statuses" },
  )(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    const named = { ...received, label: "Checked", stageId: "Checked in" };
    expect((await createStage(account, `tickets/${pipeline.id}`, named)).body.id).toBe("Checked in");
    expectInvalid(await createStage(account, "tickets/0", named), "stageId");
    const claims = { ...repairs, label: "Claims", stages: [named, { ...returned, stageId: "1" }] };
    expectInvalid(await create(account, "tickets", claims), "stages[0].stageId", "stages[1].stageId");
    const twice = [
      { ...received, stageId: "a" },
      { ...returned, stageId: "a" },
    ];
    expectInvalid(await create(account, "tickets", { ...claims, stages: twice }), "stages[1].stageId");
    expect((await createStage(account, "deals/default", { ...named, metadata: { probability: 0.3 } })).body.id).toBe("Checked in");
  }),
  "pipelines-stage-update": rule(
    "An update or a replacement of a stage changes the given fields and the given parts of the metadata. Its id stays the same.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    const [first] = pipeline.stages;
    const path = `tickets/${pipeline.id}/stages/${first?.id}`;
    await account.advance(60_000);
    const { status, body } = await update(account, path, { label: "Arrived", metadata: {} });
    expect([status, body]).toEqual([200, { ...first, label: "Arrived", updatedAt: later }]);
    const closed = await set(account, path, { label: "Arrived", displayOrder: 5, metadata: { ticketState: "CLOSED" }, stageId: "other" });
    expect(closed.body).toEqual({ ...body, displayOrder: 5, metadata: { isClosed: "true", ticketState: "CLOSED" } });
    expect((await get(account, path)).body).toEqual(closed.body);
    expect((await get(account, `tickets/${pipeline.id}`)).body.updatedAt).toBe(later);
    expect((await set(account, path, { label: "Arrived", displayOrder: 5, metadata: {} })).body.metadata).toEqual(closed.body.metadata);
    expect((await update(account, "deals/default/stages/closedwon", { label: "Won" })).body.metadata.probability).toBe("1.0");
    expectTaken(await update(account, path, { label: "Returned" }));
    expectInvalid(await update(account, path, { metadata: { ticketState: "WAITING" } }), "metadata.ticketState");
    for (const unknown of [`tickets/${pipeline.id}/stages/1`, "tickets/7/stages/1"]) expectNotFound(await update(account, unknown, {}));
  }),
  "pipelines-closed-stage": rule(
    "A ticket pipeline has at least one closed stage. A request after which it would have none is rejected with a 400.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    const path = `tickets/${pipeline.id}`;
    const closed = `${path}/stages/${pipeline.stages[1]?.id}`;
    for (const rejected of [
      await create(account, "tickets", { ...repairs, label: "Claims", stages: [received] }),
      await set(account, path, { ...repairs, stages: [received] }),
      await update(account, closed, { metadata: { ticketState: "OPEN" } }),
      await account.call(remove(closed)),
    ]) {
      const { category, subCategory } = rejected.body;
      expect([rejected.status, category, subCategory]).toEqual([400, "VALIDATION_ERROR", "PipelineError.MISSING_CLOSED_STAGE"]);
    }
    expect((await get(account, path)).body).toEqual(pipeline);
  }),

  // Deleting
  "pipelines-delete": rule("A deleted pipeline is not found, and its label can be used again. An unknown id is rejected with a 404.", {
    grade: "observed",
    source: "recordings of a similar API",
  })(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    expect((await account.call(remove(`tickets/${pipeline.id}`))).status).toBe(204);
    expectNotFound(await get(account, `tickets/${pipeline.id}`));
    expectNotFound(await account.call(remove(`tickets/${pipeline.id}`)));
    expect(idsOf(await list(account, "tickets"))).toEqual(["0"]);
    expect((await create(account, "tickets", repairs)).status).toBe(201);
  }),
  "pipelines-delete-default": rule(
    "The default pipeline of an object type cannot be deleted. The request is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    for (const path of ["tickets/0", "deals/default"]) expectInvalid(await account.call(remove(path)), "pipelineId");
  }),
  "pipelines-delete-stage": rule(
    "A stage of any pipeline can be deleted, unless it is the only one. For an unknown pipeline or stage, the response is a 204 too, and " +
      "nothing changes.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    const [first] = pipeline.stages;
    const before = await account.snapshot();
    for (const path of [
      `tickets/0/stages/${first?.id}`,
      `tickets/${pipeline.id}/stages/7`,
      "tickets/7/stages/1",
      "deals/default/stages/1",
    ]) {
      expect((await account.call(remove(path))).status).toBe(204);
    }
    expect(await account.snapshot()).toEqual(before);
    expect((await account.call(remove(`tickets/${pipeline.id}/stages/${first?.id}`))).status).toBe(204);
    expect((await get(account, `tickets/${pipeline.id}`)).body.stages).toEqual(pipeline.stages.slice(1));
    const sales = (await create(account, "deals", { ...repairs, stages: [{ ...received, metadata: { probability: 0.5 } }] })).body;
    expect((await account.call(remove(`deals/${sales.id}/stages/${sales.stages[0].id}`))).status).toBe(400);
    expect((await account.call(remove("tickets/0/stages/1"))).status).toBe(204);
    expect(labelsOf(await get(account, "tickets/0/stages"))).toEqual(["Waiting on contact", "Waiting on us", "Closed"]);
  }),
  "pipelines-delete-used": rule(
    "If a request asks for it with `validateReferencesBeforeDelete` or `validateDealStageUsagesBeforeDelete`, a stage that records use is " +
      "not deleted, neither by itself nor with its pipeline. The response is a 400 that names the stages and the records. Archived records " +
      "do not count. Without these parameters, records keep the id of the deleted stage.",
    { grade: "observed", source: "recordings and public documentation of a similar API" },
  )(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    const [first, second] = pipeline.stages;
    const properties = { subject: "Brakes", hs_pipeline: pipeline.id, hs_pipeline_stage: first?.id };
    const { id } = (await account.call({ path: "/crm/objects/2026-03/tickets", body: { properties } })).body;
    const whole = `tickets/${pipeline.id}`;
    const kept = { ...repairs, stages: [{ ...returned, stageId: second?.id }] };
    for (const flag of ["validateReferencesBeforeDelete", "validateDealStageUsagesBeforeDelete"]) {
      for (const call of [remove(whole), remove(`${whole}/stages/${first?.id}`), { method: "PUT", path: `${base}/${whole}`, body: kept }]) {
        const { status, body } = await account.call({ ...call, query: { [flag]: true } });
        expect([status, body.subCategory]).toEqual([400, "PipelineError.STAGE_ID_IN_USE"]);
        expect(body.context).toEqual({ stageIds: [first?.id], objectIds: [id] });
      }
    }
    const query = { validateReferencesBeforeDelete: true };
    expect((await account.call({ ...remove(`${whole}/stages/${first?.id}`), query: {} })).status).toBe(204);
    const ticket = await account.call({ path: `/crm/objects/2026-03/tickets/${id}`, query: { properties: "hs_pipeline_stage" } });
    expect(ticket.body.properties.hs_pipeline_stage).toBe(first?.id);
    await account.call({ ...remove(whole), query: {} });
    const again = (await create(account, "tickets", repairs)).body;
    const moved = { hs_pipeline: again.id, hs_pipeline_stage: again.stages[0].id };
    await account.call({ method: "PATCH", path: `/crm/objects/2026-03/tickets/${id}`, body: { properties: moved } });
    expect((await account.call({ ...remove(`tickets/${again.id}`), query })).status).toBe(400);
    await account.call({ method: "DELETE", path: `/crm/objects/2026-03/tickets/${id}` });
    expect((await account.call({ ...remove(`tickets/${again.id}`), query })).status).toBe(204);
  }),

  // Audit
  "pipelines-audit": rule(
    "The audit of a pipeline lists the changes of the pipeline and its stages, and that of a stage lists the changes of this stage. The " +
      "latest change comes first. Each entry names the user and contains the pipeline or the stage after the change.",
    { grade: "documented", source: "public guide of a similar API" },
  )(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    const [first, second] = pipeline.stages;
    const path = `tickets/${pipeline.id}`;
    await account.advance(60_000);
    await update(account, path, { label: "Repair shop" });
    await update(account, `${path}/stages/${first?.id}`, { label: "Arrived" });
    const { results } = (await get(account, `${path}/audit`)).body;
    expect(results.map(({ action, timestamp }: Entry) => [action, timestamp])).toEqual([
      ["UPDATE", later],
      ["UPDATE", later],
      ["CREATE", demoTime],
    ]);
    const { accountId } = account;
    expect(results[2]).toEqual({
      ...{ portalId: accountId, identifier: `${accountId}:${pipeline.id}`, action: "CREATE", timestamp: demoTime },
      ...{ message: "Pipeline creation", rawObject: JSON.stringify(pipeline), fromUserId: 1 },
    });
    const stage = (await get(account, `${path}/stages/${first?.id}/audit`)).body.results;
    expect(stage).toMatchObject([
      { action: "UPDATE", message: "Stage update", identifier: `${accountId}:${first?.id}` },
      { action: "CREATE" },
    ]);
    expect(JSON.parse(stage[0].rawObject).label).toBe("Arrived");
    expect((await get(account, `${path}/stages/${second?.id}/audit`)).body.results).toHaveLength(1);
    expect((await get(account, "tickets/0/audit")).body.results).toEqual([]);
    await update(account, "tickets/0/stages/1", { label: "Fresh" });
    expect((await get(account, "tickets/0/stages/1/audit")).body.results).toMatchObject([{ action: "UPDATE" }]);
    for (const unknown of ["tickets/7/audit", `${path}/stages/7/audit`]) expectNotFound(await get(account, unknown));
    const restored = await platform.account();
    await platform.control("PUT", `/accounts/${restored.accountId}/snapshot`, await account.snapshot());
    const portalId = restored.accountId;
    const copies = results.map((entry: Entry) => ({ ...entry, portalId, identifier: `${portalId}:${pipeline.id}` }));
    expect((await get(restored, `${path}/audit`)).body.results).toEqual(copies);
  }),
  "pipelines-audit-limit": rule(
    "The audit contains the latest 50 changes. It is deleted with the pipeline.",
    "assumed",
  )(async (platform) => {
    const { account, pipeline } = await withRepairs(platform);
    const path = `tickets/${pipeline.id}`;
    for (let displayOrder = 0; displayOrder < 51; displayOrder += 1) await update(account, path, { displayOrder });
    const { results } = (await get(account, `${path}/audit`)).body;
    expect([results.length, results[0].action, results[49].action]).toEqual([50, "UPDATE", "UPDATE"]);
    await account.call(remove(path));
    expect((await account.snapshot()).pipelineAudits).toBeUndefined();
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

interface Entry {
  readonly action: string;
  readonly timestamp: string;
}

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

function set(account: TestAccount, path: string, body: Readonly<Record<string, unknown>>): Promise<TestResponse> {
  return account.call({ method: "PUT", path: `${base}/${path}`, body });
}

function update(account: TestAccount, path: string, body: Readonly<Record<string, unknown>>): Promise<TestResponse> {
  return account.call({ method: "PATCH", path: `${base}/${path}`, body });
}

function remove(path: string): Call {
  return { method: "DELETE", path: `${base}/${path}` };
}

async function withRepairs(platform: Platform) {
  const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
  const { status, body } = await create(account, "tickets", repairs);
  expect(status).toBe(201);
  return { account, pipeline: body as { readonly id: string; readonly stages: readonly Stage[] } };
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

/** The first two calls do not name a pipeline. The last one succeeds for any ids. */
function everyCall(type: string, pipelineId: string, stageId: string): PipelineCall[] {
  const path = `${base}/${type}`;
  const stage = { ...received, metadata: { ticketState: "CLOSED", probability: 0.5 } };
  return [
    { path, action: "read" },
    { path, body: { ...repairs, stages: [stage] }, action: "write" },
    { path: `${path}/${pipelineId}`, action: "read" },
    { path: `${path}/${pipelineId}/stages`, action: "read" },
    { path: `${path}/${pipelineId}/stages`, body: stage, action: "write" },
    { path: `${path}/${pipelineId}/stages/${stageId}`, action: "read" },
    { path: `${path}/${pipelineId}/audit`, action: "read" },
    { path: `${path}/${pipelineId}/stages/${stageId}/audit`, action: "read" },
    { method: "PUT", path: `${path}/${pipelineId}`, body: { ...repairs, stages: [stage] }, action: "write" },
    { method: "PATCH", path: `${path}/${pipelineId}`, body: { displayOrder: 5 }, action: "write" },
    { method: "PUT", path: `${path}/${pipelineId}/stages/${stageId}`, body: stage, action: "write" },
    { method: "PATCH", path: `${path}/${pipelineId}/stages/${stageId}`, body: { displayOrder: 5 }, action: "write" },
    { method: "DELETE", path: `${path}/${pipelineId}`, action: "write" },
    { method: "DELETE", path: `${path}/${pipelineId}/stages/${stageId}`, action: "write" },
  ];
}
