import { expect } from "vitest";
import type { Platform, TestAccount } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { base, batch, create, get, idsOf, update } from "./calls.ts";

const named = { hs_lead_name: "Cargo bikes for Larkspur" };
const primaryContact = associated("3101", 578);

rules("records", {
  "records-lead-required": rule(
    "A new lead without `hs_lead_name` is rejected with a 400, and so is an app's new lead without an association with a contact or a " +
      "company. The control API accepts such leads.",
    {
      grade: "documented",
      source: "public documentation of a similar API, for the name and the contact; that a company suffices is assumed",
    },
  )(async (platform) => {
    const account = await withContactAndCompany(platform);
    for (const one of [primaryContact, associated("3101", 608), associated("5201", 580), associated("5201", 610)]) {
      expect((await create(account, "leads", named, [one])).status).toBe(201);
    }
    const nameless = await create(account, "leads", {}, [primaryContact]);
    expectInvalid(nameless, "properties.hs_lead_name");
    expect(nameless.body.context).toEqual({ properties: ["hs_lead_name"] });
    for (const associations of [undefined, [], [associated("7401", 582)]]) {
      expectInvalid(await create(account, "leads", named, associations), "associations");
    }
    const inputs = [{ properties: named, associations: [primaryContact] }, { properties: named }];
    expectInvalid(await batch(account, "leads", "create", inputs), "inputs[1].associations");
    const traced = inputs.map((input, index) => ({ objectWriteTraceId: `${index}`, ...input }));
    const partial = await batch(account, "leads", "create", traced);
    expect([partial.status, partial.body.results.length, partial.body.numErrors]).toEqual([207, 1, 1]);
    const token = (await platform.control("POST", `/accounts/${account.accountId}/user-token`)).body.accessToken;
    expect((await account.call({ token, path: `${base}/leads`, body: { properties: named } })).status).toBe(201);
    await account.seed({ records: { leads: [{ id: "7" }] } });
    expect((await update(account, "leads", "7", { hs_lead_label: "HOT" })).status).toBe(200);
  }),
  "records-lead-pipeline": rule(
    "A new lead is in the stage `new-stage-id` of the pipeline `lead-pipeline-id`, unless the request sets another of the pipeline's stages. " +
      "Other pipelines and stages are rejected with a 400.",
    { grade: "assumed", source: "programs for a similar API, for the ids of the pipeline and its stages" },
  )(async (platform) => {
    const account = await withContactAndCompany(platform);
    const { id, properties } = (await create(account, "leads", named, [primaryContact])).body;
    expect(properties).toMatchObject({ ...named, hs_pipeline: "lead-pipeline-id", hs_pipeline_stage: "new-stage-id" });
    expect((await update(account, "lead", id, { hs_pipeline_stage: "qualified-stage-id" })).body.properties).toMatchObject({
      hs_pipeline_stage: "qualified-stage-id",
    });
    const { stages } = (await account.call({ path: "/crm/pipelines/2026-03/leads" })).body.results[0];
    const stageNames = (await account.call({ path: "/crm/properties/2026-03/leads/hs_pipeline_stage" })).body.options;
    expect(stageNames.map(({ value }: { value: string }) => value)).toEqual(stages.map((stage: { id: string }) => stage.id));
    for (const wrong of [{ hs_pipeline_stage: "1" }, { hs_pipeline: "0" }]) {
      expectInvalid(await update(account, "leads", id, wrong), `properties.${Object.keys(wrong)[0]}`);
    }
  }),
  "records-lead-values": rule(
    "The service calculates a lead's values from its primary contact and company, such as `hs_primary_contact_id` and " +
      "`hs_associated_contact_email`. Searches find the values, and a search with `query` covers the name.",
    "assumed",
  )(async (platform) => {
    const account = await withContactAndCompany(platform);
    const { id, properties } = (await create(account, "leads", named, [primaryContact, associated("5201", 580), associated("3102", 608)]))
      .body;
    const calculated = {
      ...{ hs_primary_contact_id: "3101", hs_associated_contact_email: "jonas@larkspur.example", hs_associated_contact_lastname: "Brandt" },
      ...{ hs_primary_company_id: "5201", hs_associated_company_name: "Larkspur Bikes", hs_lead_associated_deals_count: "0" },
    };
    expect(properties).toMatchObject(calculated);
    const filters = [{ propertyName: "hs_associated_contact_email", operator: "EQ", value: "jonas@larkspur.example" }];
    for (const body of [{ filterGroups: [{ filters }] }, { query: "cargo" }]) {
      expect(idsOf(await account.call({ path: `${base}/leads/search`, body }))).toEqual([id]);
    }
    await update(account, "contacts", "3101", { email: "jonas.brandt@larkspur.example" });
    const { body } = await get(account, "leads", id, { properties: "hs_associated_contact_email" });
    expect(body.properties["hs_associated_contact_email"]).toBe("jonas.brandt@larkspur.example");
  }),
});

function withContactAndCompany(platform: Platform): Promise<TestAccount> {
  const jonas = { id: "3101", properties: { email: "jonas@larkspur.example", lastname: "Brandt" } };
  const companies = [{ id: "5201", properties: { name: "Larkspur Bikes" } }];
  return platform.account({ state: { records: { contacts: [jonas, { id: "3102" }], companies, deals: [{ id: "7401" }] } } });
}

function associated(id: string, associationTypeId: number) {
  return { to: { id }, types: [{ associationCategory: "SERVICE_DEFINED", associationTypeId }] };
}
