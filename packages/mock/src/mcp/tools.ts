import { Rejection } from "../contract/errors/rejection.ts";
import { sensitiveNames } from "../contract/openapi/sensitive.ts";
import { redaction, withoutCredentials } from "../contract/problems/credentials.ts";
import { demoState } from "../control/demo/demo.ts";
import { crmPlatform } from "../crmPlatform.ts";
import type { AccountState, FaultInput } from "../generated/control/schemas.ts";
import type { AgentParts, Calls } from "./calls.ts";
import type { McpServer, ZodRawShape } from "./library.ts";
import * as z from "./library.ts";
import { describeOperation, findOperations } from "./operations.ts";

const account = z.int().describe("The handle that open_account returned. It is the id of the account.");
const limit = z.int().min(1).max(100).default(10).describe("The maximum number of entries. The newest are returned.");
const text = z.string().max(1_000);
const snapshot = text.describe("The name of a snapshot.");

const destructiveTools: readonly string[] = ["call_operation", "seed", "undo", "clear_faults"];
const readOnlyTools: readonly string[] = ["find_operations", "describe_operation", "difference", "list_requests", "list_effects"];

function toolsOf({ control }: AgentParts, calls: Calls) {
  return {
    open_account: tool(
      "Opens a new account on the mock of the CRM Platform, empty or with the contacts, deals and tickets of the documentation's examples (demo), and returns its handle, which the other tools take, and the id of the app that makes the calls. Begin here. To work in an account that exists, use its id as the handle instead.",
      { template: z.oneOf(["empty", "demo"]) },
      async ({ template }) => {
        const opened = await control.account({ app: { name: "Agent" } }, template === "demo" ? demoState : {});
        await calls.add(opened.accountId, opened);
        return { account: opened.accountId, appId: opened.app.appId };
      },
    ),
    find_operations: tool(
      "Finds operations of the API. Combine the filters. Without a filter, returns all names by area.",
      {
        words: text.optional().describe("Words in names and descriptions, for example: create association."),
        area: text.optional().describe("For example: records, associations, webhooks."),
        path: text.optional().describe("A path in any version, with or without a method, for example: GET /crm/v3/objects/contacts."),
      },
      async (search) => findOperations(search),
    ),
    describe_operation: tool(
      "Describes an operation: parameters, body and responses with schemas and examples, scopes, errors, and the rules that it follows. Read it before you call an operation for the first time.",
      { operation: text.describe("The operation id, for example records.create, or a method and a path.") },
      async ({ operation }) => describeOperation(operation),
    ),
    call_operation: tool(
      "Calls an operation of the API as an app of the account, and returns the id of the app, and the status and the body of the response. With dryRun, makes the call in a copy of the account, and returns what it would change and which webhooks it would send. The copy has the account's time, but neither its faults nor its used-up rate limits, and its searches do not lag. The account stays as it is.",
      {
        account,
        operation: text.describe("The operation id, or a method and a path in any version, for example: GET /crm/v3/objects/contacts."),
        parameters: z
          .record(text, z.unknown())
          .optional()
          .describe("Path and query parameters. The default of appId is the app that calls."),
        body: z.unknown().optional().describe("The request body as JSON."),
        scopes: z.array(text).optional().describe("The scopes of the app. Default: all scopes. Use few scopes to see a 403."),
        dryRun: z.boolean().optional(),
      },
      async ({ dryRun, ...call }) => (dryRun ? calls.dryRun(call) : calls.call(call)),
    ),
    seed: tool(
      'Adds data to an account without sending requests or webhooks. Objects with the same id are replaced. Example of a state: {"records":{"contacts":[{"id":"1","properties":{"email":"a@b.example"}}],"deals":[{"id":"2","properties":{"dealname":"Bikes"}}]},"associations":[{"from":"contacts/1","to":"deals/2","type":"contact_to_deal"}]}.',
      { account, state: z.looseObject({}) },
      async ({ account: id, state }) => control.seed(id, state as AccountState),
    ),
    snapshot: tool(
      "Saves the state of an account under a name, for difference and undo.",
      { account, name: snapshot },
      async ({ account: id, name }) => control.snapshots.create(id, name),
    ),
    difference: tool(
      "Lists what was created, changed, archived or deleted in an account since a snapshot, with the values before and after.",
      {
        account,
        since: snapshot,
        limit: z.int().min(1).max(1_000).default(100).describe("The maximum number of differences."),
      },
      async ({ account: id, since, ...filter }) => control.snapshots.compare(id, since, filter),
    ),
    undo: tool(
      "Restores the state that a snapshot saved. Does not take back the clock, the journal or the faults. Searches then find everything at once.",
      { account, to: snapshot },
      async ({ account: id, to }) => control.snapshots.restore(id, to),
    ),
    add_fault: tool(
      'Makes later requests of the account fail. Examples of effects: {"type":"status","status":503}, {"type":"rateLimit","policyName":"TEN_SECONDLY_ROLLING"}, {"type":"reset"} (not processed, connection dropped), {"type":"dropResponse"} (processed, connection dropped), {"type":"truncate"}, {"type":"latency","milliseconds":500}, {"type":"searchLag","milliseconds":3000}, {"type":"advanceClock","milliseconds":1800000}. For a batch operation also {"type":"partialFailure","category":"CONFLICT","indexes":[0]}, and for webhooks.receiveEvents {"type":"duplicate"} and {"type":"reorder"}.',
      {
        account,
        effect: z.looseObject({ type: text }),
        operation: text.optional().describe("The operation id. Default: all operations."),
        nth: z.int().min(1).optional().describe("Only the request with this number, from 1."),
        times: z.int().min(1).optional().describe("The maximum number of requests. Default: unlimited."),
      },
      async ({ account: accountId, effect, operation: operationId, nth, times }) =>
        control.faults.add({ match: { accountId, operationId, nth }, times, effect } as unknown as FaultInput),
    ),
    clear_faults: tool("Removes all faults of an account.", { account }, async ({ account: id }) => control.faults.clear(id)),
    advance_clock: tool(
      "Advances the clock of an account, for example past the 30 minutes of an access token or to the retry of a webhook. call_operation renews its own tokens.",
      { account, milliseconds: z.int().min(0) },
      async ({ account: id, milliseconds }) => control.clock.advance(milliseconds, id),
    ),
    list_requests: tool(
      "Lists the last requests to an account, with the reasons of errors, contract violations, faults that applied, and what each request changed.",
      {
        account,
        onlyProblems: z.boolean().default(false).describe("Only requests that violate the API's contract."),
        bodies: z.boolean().optional().describe("Include the bodies of requests and responses."),
        limit,
      },
      async ({ account: accountId, bodies: withBodies, ...filter }) => {
        const entries = await control.requests.list({ accountId, ...filter });
        return entries.map(({ body, responseBody, ...entry }) => (withBodies ? { ...entry, body, responseBody } : entry));
      },
    ),
    list_effects: tool(
      "Lists the last webhook deliveries of an account, with their events and attempts, and the emails that it sent.",
      { account, limit },
      async ({ account: id, ...filter }) => ({
        deliveries: await control.webhooks.deliveries(id, filter),
        emails: (await control.outbox(id, filter)).map(({ html: _, attachments: __, ...email }) => email),
      }),
    ),
  };
}

/** The `code` of an error is not secret, and responses contain no authorization codes. */
function withoutSecret(name: string, value: unknown): unknown {
  return typeof value === "string" && name !== "code" && sensitiveNames(crmPlatform()).has(name) ? redaction : value;
}

function tool<Shape extends ZodRawShape>(
  description: string,
  input: Shape,
  run: (input: ReturnType<ReturnType<typeof z.strictObject<Shape>>["parse"]>) => Promise<unknown>,
) {
  return { description, inputSchema: z.strictObject<ZodRawShape>(input), run: run as (input: unknown) => Promise<unknown> };
}

/** The results contain no credentials, and every error says what to change. */
export function addTools(server: McpServer, parts: AgentParts, calls: Calls): void {
  for (const [name, { run, ...config }] of Object.entries(toolsOf(parts, calls))) {
    const annotations = {
      readOnlyHint: readOnlyTools.includes(name),
      destructiveHint: destructiveTools.includes(name),
      openWorldHint: false,
    };
    server.registerTool(name, { ...config, annotations }, async (input) => {
      const { account: id } = input as { readonly account?: number };
      try {
        if (id !== undefined) await rejectUnknownAccount(id, parts);
        const result = (await run(input)) ?? { done: true };
        return { content: [{ type: "text", text: JSON.stringify(result, id === undefined ? undefined : withoutSecret) }] };
      } catch (error) {
        const isExpected = error instanceof Rejection;
        if (!isExpected) parts.onError(error);
        const shown = isExpected ? error : new Rejection("INTERNAL_ERROR", "The mock failed. Its log contains the error.");
        const json = JSON.stringify({ error: shown.message, category: shown.category, problems: shown.problems });
        return { content: [{ type: "text", text: withoutCredentials(json, id) }], isError: true };
      }
    });
  }
}

async function rejectUnknownAccount(id: number, { control }: AgentParts): Promise<void> {
  const { results } = await control.accounts.list({ after: Math.max(id - 1, 0), limit: 1 });
  if (results[0]?.accountId === id) return;
  const advice = "Call open_account, and use the handle that it returns.";
  throw new Rejection("OBJECT_NOT_FOUND", `No account has the handle ${id}. ${advice}`);
}
