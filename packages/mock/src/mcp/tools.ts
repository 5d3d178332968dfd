import type { AccountState, FaultInput } from "../generated/control/schemas.ts";
import { Calls } from "./calls.ts";
import { array, boolean, int, looseObject, oneOf, record, strictObject, string, unknown, type ZodRawShape } from "./library.ts";
import { describeOperation, findOperations } from "./operations.ts";
import type { AgentParts } from "./parts.ts";
import type { Secrets } from "./secrets.ts";
import { ToolError } from "./toolError.ts";

export interface Tool {
  readonly description: string;
  readonly input: ReturnType<typeof strictObject>;
  readonly isReadOnly: boolean;
  run(input: never): Promise<unknown>;
}

const account = int().describe("The handle that open_account returned. It is the id of the account.");
const limit = int().min(1).max(100).optional().describe("The maximum number of entries. The newest are returned. Default: 10.");
const snapshotName = string().describe("The name of a snapshot.");

export function createTools(parts: AgentParts, secrets: Secrets): Readonly<Record<string, Tool>> {
  const { control } = parts;
  const calls = new Calls(parts, secrets);
  return {
    open_account: changes(
      "Opens a new account on the mock of the CRM Platform and returns its handle, which the other tools take, and the id of the app that makes the calls. Begin here. To work in an account that exists, use its id as the handle instead.",
      {
        template: oneOf(["empty", "demo"]).describe(
          "demo: the account of the documentation's examples, with contacts, deals, tickets and more.",
        ),
      },
      async ({ template }) => {
        const { demoState } = await import("../control/demo/demo.ts");
        const opened = await control.account({ app: { name: "Agent" } }, template === "demo" ? demoState : {});
        await calls.add(opened.accountId, opened);
        return { account: opened.accountId, appId: opened.app.appId };
      },
    ),
    find_operations: reads(
      "Finds operations of the API. Combine the filters. Without a filter, returns all names by area.",
      {
        words: string().optional().describe("Words in names and descriptions, for example: create association."),
        area: string().optional().describe("For example: records, associations, webhooks."),
        path: string().optional().describe("A path in any version, with or without a method, for example: GET /crm/v3/objects/contacts."),
      },
      async (search) => findOperations(search),
    ),
    describe_operation: reads(
      "Describes an operation: parameters, body and responses with schemas and examples, scopes, errors, versions, and the rules that it follows. Read it before you call an operation for the first time.",
      { operation: string().describe("The operation id, for example records.create, or a method and a path.") },
      async ({ operation }) => describeOperation(operation),
    ),
    call_operation: changes(
      "Calls an operation of the API as an app of the account, and returns the id of the app, and the status and the body of the response. With dryRun, makes the call in a copy of the account, without faults, and returns what it would change and which webhooks it would send. The account stays as it is.",
      {
        account,
        operation: string().describe("The operation id, or a method and a path in any version, for example: GET /crm/v3/objects/contacts."),
        parameters: record(string(), unknown())
          .optional()
          .describe(
            "Values of path, query and header parameters, by name. The default of appId in a path is the id of the app that makes the call.",
          ),
        body: unknown().optional().describe("The request body as JSON."),
        scopes: array(string()).optional().describe("The scopes of the app. Default: all scopes. Use few scopes to see a 403."),
        dryRun: boolean().optional(),
      },
      async ({ dryRun, ...call }) => (dryRun ? calls.dryRun(call) : calls.call(call)),
    ),
    seed: changes(
      "Adds data to an account without sending requests or webhooks. Objects with the same id are replaced.",
      {
        account,
        state: looseObject({}).describe(
          'A state such as {"records":{"contacts":[{"id":"1","properties":{"email":"a@b.example"}}],"deals":[{"id":"2","properties":{"dealname":"Bikes"}}]},"associations":[{"from":"contacts/1","to":"deals/2","type":"contact_to_deal"}]}.',
        ),
      },
      async ({ account: id, state }) => {
        await control.seed(id, state as AccountState);
        return { seeded: Object.keys(state) };
      },
    ),
    snapshot: changes(
      "Saves the state of an account under a name, for difference and undo.",
      { account, name: snapshotName },
      async ({ account: id, name }) => control.snapshots.create(id, name),
    ),
    difference: reads(
      "Lists what was created, changed, archived or deleted in an account since a snapshot, with the values before and after.",
      { account, since: snapshotName },
      async ({ account: id, since }) => {
        await rejectUnknownSnapshot(id, since);
        return control.snapshots.compare(id, since);
      },
    ),
    undo: changes(
      "Restores the state that a snapshot saved. Does not take back the clock, the journal or the faults.",
      { account, to: snapshotName },
      async ({ account: id, to }) => {
        await rejectUnknownSnapshot(id, to);
        await control.snapshots.restore(id, to);
        return { restored: to };
      },
    ),
    add_fault: changes(
      'Makes later requests of the account fail. Examples of effects: {"type":"status","status":503}, {"type":"rateLimit","policyName":"TEN_SECONDLY_ROLLING"}, {"type":"reset"} (not processed, connection dropped), {"type":"dropResponse"} (processed, connection dropped), {"type":"truncate"}, {"type":"latency","milliseconds":500}, {"type":"searchLag","milliseconds":3000}, {"type":"advanceClock","milliseconds":1800000}. For a batch operation also {"type":"partialFailure","category":"CONFLICT","indexes":[0]}, and for webhooks.receiveEvents {"type":"duplicate"} and {"type":"reorder"}.',
      {
        account,
        effect: looseObject({ type: string() }),
        operation: string().optional().describe("The operation id. Default: all operations."),
        nth: int().min(1).optional().describe("Only the request with this number, from 1."),
        times: int().min(1).optional().describe("The maximum number of requests. Default: unlimited."),
      },
      async ({ account: accountId, effect, operation: operationId, nth, times }) =>
        control.faults.add({
          match: { accountId, ...(operationId !== undefined && { operationId }), ...(nth !== undefined && { nth }) },
          ...(times !== undefined && { times }),
          effect: effect as unknown as FaultInput["effect"],
        }),
    ),
    clear_faults: changes("Removes all faults of an account.", { account }, async ({ account: id }) => {
      await control.faults.clear(id);
      return { faults: [] };
    }),
    advance_clock: changes(
      "Advances the clock of an account, for example past the 30 minutes of an access token or to the retry of a webhook. call_operation renews its own tokens.",
      { account, milliseconds: int().min(0) },
      async ({ account: id, milliseconds }) => control.clock.advance(milliseconds, id),
    ),
    list_requests: reads(
      "Lists the last requests to an account, with the reasons of errors, contract violations, faults that applied, and what each request changed.",
      {
        account,
        onlyProblems: boolean().optional().describe("Only requests that violate the API's contract."),
        bodies: boolean().optional().describe("Include the bodies of requests and responses."),
        limit,
      },
      async ({ account: accountId, onlyProblems, bodies, limit: most = 10 }) => {
        const entries = await control.requests.list({ accountId, limit: most, ...(onlyProblems && { onlyProblems }) });
        return entries.map(({ body, responseBody, ...entry }) => (bodies ? { ...entry, body, responseBody } : entry));
      },
    ),
    list_effects: reads(
      "Lists the last webhook deliveries of an account, with their events and attempts, and the emails that it sent.",
      { account, limit },
      async ({ account: id, limit: most = 10 }) => {
        const [deliveries, emails] = await Promise.all([
          control.webhooks.deliveries(id, { limit: most }),
          control.outbox(id, { limit: most }),
        ]);
        return { deliveries, emails: emails.map(({ html: _, attachments: __, ...email }) => email) };
      },
    ),
  };

  async function rejectUnknownSnapshot(id: number, name: string): Promise<void> {
    const names = (await control.snapshots.list(id)).map((one) => one.name);
    if (names.includes(name)) return;
    const others = names.length > 0 ? `Snapshots: ${names.join(", ")}.` : "Save one with snapshot first.";
    throw new ToolError(`The account has no snapshot "${name}". ${others}`);
  }
}

type Run<Shape extends ZodRawShape> = (input: ReturnType<ReturnType<typeof strictObject<Shape>>["parse"]>) => Promise<unknown>;

function reads<Shape extends ZodRawShape>(description: string, input: Shape, run: Run<Shape>): Tool {
  return { description, input: strictObject(input), isReadOnly: true, run };
}

function changes<Shape extends ZodRawShape>(description: string, input: Shape, run: Run<Shape>): Tool {
  return { description, input: strictObject(input), isReadOnly: false, run };
}
