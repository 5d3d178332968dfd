import { createMock } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { command } from "../server/command.ts";
import { type Agent, agentInProcess, agentOfCommand, agentOverHttp } from "./agent.ts";

const transports: [name: string, version: string, connect: () => Promise<Agent>][] = [
  ["standard input and output", "2026-07-28", () => agentOfCommand()],
  ["HTTP", "2026-07-28", async () => agentOverHttp(await openMock())],
  ["HTTP in process", "2025-11-25", async () => agentInProcess(await openMock())],
];

async function openMock() {
  const mock = await createMock();
  onTestFinished(() => mock.close());
  return mock;
}

test.each(transports)(
  "over %s in version %s, an agent finds operations, makes changes, breaks a call, and undoes everything",
  async (_, version, connect) => {
    const { client, call, fail } = await connect();
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect((await client.listTools()).tools.length).toBeLessThan(15);
    const { account } = await call("open_account", { template: "empty" });

    const { operations } = await call("find_operations", { words: "create record" });
    expect(operations.map(({ operationId }: { operationId: string }) => operationId)).toContain("records.create");
    const description = await call("describe_operation", { operation: "records.create" });
    expect(JSON.stringify(description.security)).toContain("crm.objects.contacts.write");
    expect(description.schemas.RecordCreateInput.required).toEqual(["properties"]);
    expect(description.responses.map(({ status }: { status: string }) => status)).toContain("409");

    await call("snapshot", { account, name: "start" });
    const create = { account, operation: "records.create" };
    const contact = await call("call_operation", {
      ...create,
      parameters: { objectType: "contacts" },
      body: { properties: { email: "hanna@larkspurbikes.example" } },
    });
    const deal = await call("call_operation", {
      ...create,
      parameters: { objectType: "deals" },
      body: { properties: { dealname: "Bikes" } },
    });
    expect([contact.status, deal.status]).toEqual([201, 201]);
    const association = await call("call_operation", {
      account,
      operation: `PUT /crm/v4/objects/contacts/${contact.body.id}/associations/default/deals/${deal.body.id}`,
    });
    expect(association.status).toBe(200);

    await call("add_fault", { account, effect: { type: "dropResponse" }, operation: "records.create", times: 1 });
    const lost = await call("call_operation", {
      ...create,
      parameters: { objectType: "companies" },
      body: { properties: { name: "Larkspur" } },
    });
    expect(lost.connection).toContain("The connection was lost");
    await call("add_fault", { account, effect: { type: "status", status: 503 } });
    expect(await call("call_operation", { account, operation: "GET /crm/v3/objects/contacts" })).toMatchObject({ status: 503 });
    await call("clear_faults", { account });

    const { results } = await call("difference", { account, since: "start" });
    expect(results.map(({ section, objectType, change }: Record<string, string>) => [section, objectType, change])).toEqual([
      ["records", "companies", "created"],
      ["records", "contacts", "created"],
      ["records", "deals", "created"],
      ["associations", undefined, "created"],
    ]);
    await call("undo", { account, to: "start" });
    expect(await call("difference", { account, since: "start" })).toMatchObject({ total: 0 });

    expect((await fail("describe_operation", { operation: "record.create" })).error).toContain("Did you mean records.create?");
  },
);

test("the command ends when its standard input closes, and prints nothing else", async () => {
  expect(await command("mcp").end).toEqual({ code: 0, stdout: "", stderr: "" });
});
