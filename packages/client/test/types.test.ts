import {
  type AccessTokenSource,
  assertSent,
  type BatchOutcome,
  type Call,
  type CallError,
  type CallOptions,
  type ContactProperties,
  type CrmPlatformClient,
  createClient,
  type DealProperties,
  isApiError,
  isCallError,
  type Page,
  type PropertiesOf,
  type RateLimit,
  rateLimiter,
  type Sent,
} from "@crm-platform/client";
import { cachedToken, type RefreshTokenAuth, refreshTokenAuth } from "@crm-platform/client/auth";
import { archive } from "@crm-platform/client/tickets";
import type {
  AssociationInputV1,
  DomainListV1,
  DomainV1,
  ErrorBody,
  MeetingBatch,
  MeetingBatchWithErrors,
  OAuthErrorBody,
  RecordAssociationsV3,
  SingleSendResultV1,
} from "@crm-platform/types";
import { describe, expect, expectTypeOf, test } from "vitest";

const client: CrmPlatformClient = createClient();

// These functions are never called. Only the compiler checks them.
describe("parameters", () => {
  test("wrong calls are type errors", () => {
    const meetings = { inputs: [{ id: "1" }], properties: [], propertiesWithHistory: [] };
    const wrong = (): unknown[] => [
      // @ts-expect-error an id is missing
      client.tickets.archive(),
      // @ts-expect-error an id is a string
      client.tickets.archive(901),
      // @ts-expect-error the definition id is a string
      client.associationsV1.list("3101", 15),
      // @ts-expect-error inputs are missing
      client.meetings.batchRead({ properties: [], propertiesWithHistory: [] }),
      // @ts-expect-error an input is an object
      client.meetings.batchRead({ ...meetings, inputs: ["1"] }),
      // @ts-expect-error an unknown field
      client.domainsV1.list({ limits: 10 }),
      // @ts-expect-error an unknown option
      client.domainsV1.list({}, { timeout: 10 }),
      // @ts-expect-error a filter is a string, not an array
      client.pages.list({ slug__in: "a" }),
      // @ts-expect-error these fields belong to another grant type
      client.oauthV1.createToken({ grant_type: "authorization_code", refresh_token: "x", client_id: "x", client_secret: "x" }),
      // @ts-expect-error enumerations are closed in requests
      client.associationsV1.create({ fromObjectId: "1", toObjectId: "2", category: "OTHER", definitionId: "15" }),
      // @ts-expect-error an object type that does not exist
      client.records.list("contcats"),
      // @ts-expect-error a type id that does not exist
      client.associations.list("contacts", "1", "0-999"),
      // @ts-expect-error the value of a property is a string
      client.records.create("contacts", { properties: { email: 5 } }),
      // @ts-expect-error an operation without pagination has no pages
      client.domainsV1.get("1").pages(),
      // @ts-expect-error an operation without batches has no chunks
      client.domainsV1.list().chunked(),
      // @ts-expect-error an unknown option of chunked()
      client.meetings.batchRead(meetings).chunked({ parallel: 4 }),
      // @ts-expect-error the first argument of an area's function is a connection
      archive("901"),
      // @ts-expect-error an access token is a string or function
      createClient({ accessToken: 5 }),
      // @ts-expect-error a rate limiter requires an interval
      rateLimiter({ requests: 10 }),
      // @ts-expect-error a refresh requires the client secret
      refreshTokenAuth({ baseUrl: "http://x.example", clientId: "x", refreshToken: "x" }),
    ];
    expectTypeOf(wrong).toBeFunction();
    expect(wrong).toBeTypeOf("function");
  });

  test("calls with custom names compile", () => {
    const correct = (type: string, names: string[]): unknown[] => [
      client.records.list(type, { properties: names }),
      client.records.create("2-1203", { properties: { serial_number: "1" } }),
      client.records.search("Contact", { properties: ["email", "own"], sorts: ["-createdate"] }),
      client.records.create("0-1", { properties: { own: "x" } satisfies Record<string, string> }),
    ];
    expect(correct).toBeTypeOf("function");
    expectTypeOf<ContactProperties["email"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<keyof PropertiesOf<"0-3">>().toEqualTypeOf<keyof DealProperties>();
  });

  test("correct calls compile", () => {
    expectTypeOf<Parameters<typeof client.tickets.archive>>().toEqualTypeOf<[ticketId: string, options?: CallOptions | undefined]>();
    expectTypeOf(client.associationsV1.list).parameter(0).toEqualTypeOf<number>();
    expectTypeOf(client.associationsV1.batchCreate).parameter(0).toEqualTypeOf<AssociationInputV1[]>();
    expectTypeOf(client.withOptions).returns.toEqualTypeOf<CrmPlatformClient>();
    expectTypeOf(refreshTokenAuth).returns.toEqualTypeOf<RefreshTokenAuth>();
    expectTypeOf(cachedToken).returns.toExtend<AccessTokenSource>();
    expectTypeOf(rateLimiter).returns.toExtend<RateLimit>();
  });
});

describe("results", () => {
  test("are a promise of the body", () => {
    expectTypeOf(client.domainsV1.get).returns.toExtend<Promise<DomainV1>>();
    expectTypeOf(client.domainsV1.list).returns.resolves.toEqualTypeOf<DomainListV1>();
    expectTypeOf(client.tickets.archive).returns.resolves.toEqualTypeOf<undefined>();
    expectTypeOf(client.tickets.archive).returns.toEqualTypeOf<Call<{ status: 204; data: undefined }>>();
  });

  test("the body by status", () => {
    const read = async (): Promise<void> => {
      const received = await client.meetings.batchRead({ inputs: [], properties: [], propertiesWithHistory: [] }).withResponse();
      expectTypeOf(received.status).toEqualTypeOf<200 | 207>();
      expectTypeOf(received.response).toEqualTypeOf<Response>();
      if (received.status === 207) expectTypeOf(received.data).toEqualTypeOf<MeetingBatchWithErrors>();
      else expectTypeOf(received.data).toEqualTypeOf<MeetingBatch>();
      // @ts-expect-error an undeclared status
      if (received.status === 204) throw new Error();
    };
    expect(read).toBeTypeOf("function");
  });

  test("items and pages", () => {
    const read = async (): Promise<void> => {
      for await (const item of client.domainsV1.list()) expectTypeOf(item).toEqualTypeOf<DomainV1>();
      for await (const id of client.associationsV1.list(1, 15)) expectTypeOf(id).toEqualTypeOf<number>();
      for await (const page of client.domainsV1.list().pages()) {
        expectTypeOf(page).toExtend<Page<DomainV1, object, DomainListV1>>();
        expectTypeOf(page.next).exclude<undefined>().toEqualTypeOf<NonNullable<Parameters<typeof client.domainsV1.list>[0]>>();
      }
      for await (const { from, to, ...rest } of client.associationsV3.batchRead("contacts", "tickets", { inputs: [] })) {
        expectTypeOf(from).toEqualTypeOf<RecordAssociationsV3["from"]>();
        // `to` is a single associated record.
        expectTypeOf(to).toEqualTypeOf<RecordAssociationsV3["to"][number]>();
        expectTypeOf(rest).not.toBeAny();
      }
      expectTypeOf(await client.domainsV1.list().toArray({ limit: 5 })).toEqualTypeOf<DomainV1[]>();
    };
    expect(read).toBeTypeOf("function");
  });

  test("chunks", () => {
    const read = async (): Promise<void> => {
      const outcome = await client.meetings.batchRead({ inputs: [], properties: [], propertiesWithHistory: [] }).chunked();
      expectTypeOf(outcome).toExtend<BatchOutcome<{ id: string }, MeetingBatch["results"][number]>>();
      expectTypeOf(outcome.results).toEqualTypeOf<readonly MeetingBatch["results"][number][]>();
      expectTypeOf(outcome.failures[0]?.inputs[0]?.id).toEqualTypeOf<string | undefined>();
      const gone = await client.associationsV1.batchDelete([]).chunked();
      expectTypeOf(gone.results).toEqualTypeOf<readonly never[]>();
      expectTypeOf(gone.failures[0]?.inputs).toEqualTypeOf<readonly AssociationInputV1[] | undefined>();
    };
    expect(read).toBeTypeOf("function");
  });

  test("errors are narrowed", () => {
    const read = (error: unknown, result: SingleSendResultV1): void => {
      if (isCallError(error)) expectTypeOf(error).toExtend<CallError>();
      if (isCallError(error) && error.name === "ApiError") expectTypeOf(error.correlationId).toEqualTypeOf<string | undefined>();
      if (isApiError(error, "CONFLICT")) {
        expectTypeOf(error.category).toEqualTypeOf<"CONFLICT">();
        expectTypeOf(error.body).toExtend<ErrorBody>();
      }
      if (isApiError(error, "invalid_grant")) expectTypeOf(error.body).toExtend<OAuthErrorBody & { readonly error: "invalid_grant" }>();
      if (isApiError(error, "A_NEW_CATEGORY")) expectTypeOf(error.body).toExtend<ErrorBody>();
      if (isApiError(error)) expectTypeOf(error.body).toEqualTypeOf<unknown>();
      expectTypeOf(assertSent(result)).toEqualTypeOf<Sent<SingleSendResultV1>>();
      expectTypeOf(assertSent(result).sendResult).toEqualTypeOf<"SENT" | "QUEUED">();
    };
    expect(read).toBeTypeOf("function");
  });
});
