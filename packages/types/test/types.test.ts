import {
  apiTitle,
  apiVersion,
  associationTypes,
  type components,
  contentHash,
  type DomainV1,
  defaultEventProperties,
  type ErrorBody,
  enums,
  fidelity,
  type Meeting,
  type MeetingBatchReadInput,
  type MeetingsBatchReadParams,
  type MeetingsBatchReadResult,
  type operations,
  operationTable,
  type RecordCreateInput,
  scopes,
  sunsetInterfaces,
  type TokenRequestV1,
} from "@crm-platform/types";
import document from "@crm-platform/types/openapi.json" with { type: "json" };
import { describe, expect, expectTypeOf, test } from "vitest";

interface DeclaredOperation {
  readonly operationId: string;
  readonly "x-batch"?: object;
  readonly "x-pagination"?: object;
  readonly "x-idempotency-key"?: string;
  readonly "x-retry": string;
}

const declared: DeclaredOperation[] = Object.values(document.paths).flatMap((item) => Object.values<DeclaredOperation>(item));

describe("types", () => {
  test("named types equal the types that openapi-typescript generates", () => {
    expectTypeOf<Meeting>().toEqualTypeOf<components["schemas"]["Meeting"]>();
    expectTypeOf<DomainV1>().toEqualTypeOf<components["schemas"]["DomainV1"]>();
    expectTypeOf<ErrorBody>().toEqualTypeOf<components["schemas"]["ErrorBody"]>();
    expectTypeOf<RecordCreateInput>().toEqualTypeOf<operations["records.create"]["requestBody"]["content"]["application/json"]>();
  });

  test("parameters combine body and query", () => {
    expectTypeOf<MeetingsBatchReadParams>().toExtend<MeetingBatchReadInput>();
    expectTypeOf<MeetingsBatchReadParams["archived"]>().toEqualTypeOf<boolean | undefined>();
  });

  test("results are discriminated by status", () => {
    type Partial = Extract<MeetingsBatchReadResult, { status: 207 }>["data"];
    expectTypeOf<MeetingsBatchReadResult["status"]>().toEqualTypeOf<200 | 207>();
    expectTypeOf<NonNullable<Partial["numErrors"]>>().toEqualTypeOf<number>();
  });

  test("property values may be null, and extensible enumerations accept any string, unlike closed enumerations", () => {
    expectTypeOf<Meeting["properties"][string]>().toEqualTypeOf<string | null>();
    const domain: DomainV1["usedFor"] = "SOMETHING_NEW";
    expect(domain).toBe("SOMETHING_NEW");
    // @ts-expect-error a status outside the closed enumeration
    const status: MeetingsBatchReadResult["data"]["status"] = "DONE";
    expect(status).toBe("DONE");
  });

  test("the token request is discriminated by grant_type", () => {
    expectTypeOf<Extract<TokenRequestV1, { grant_type: "refresh_token" }>["refresh_token"]>().toBeString();
    expectTypeOf<TokenRequestV1["grant_type"]>().toEqualTypeOf<"authorization_code" | "refresh_token">();
  });
});

describe("data", () => {
  test("the document contains its version and a hash of its content", () => {
    expect(apiTitle).toBe(document.info.title);
    expect(apiVersion).toBe(document.info.version);
    expect(contentHash).toMatch(/^sha256-[0-9a-f]{64}$/);
    expect(document.info["x-content-hash"]).toBe(contentHash);
  });

  test("the operation table contains every operation and its properties", () => {
    expect(Object.keys(operationTable)).toEqual(declared.map(({ operationId }) => operationId));
    expect(operationTable["associationsV3.batchCreate"]).toMatchObject({
      method: "POST",
      path: "/crm/v3/associations/{fromObjectType}/{toObjectType}/batch/create",
      authentication: "required",
      retry: "safe",
      successes: ["201", "207"],
      maxItems: { "/inputs": 2000 },
    });
    expect(operationTable["tickets.archive"].scopes).toContain("tickets");
    expect(operationTable["oauthV1.getAccessToken"]).toMatchObject({
      authentication: "none",
      scopes: [],
      sensitiveParameters: ["token"],
      deprecated: true,
      sunset: { date: "2027-02-16" },
    });
    expect(operationTable["smtpTokensV1.resetPassword"].retry).toBe("never");
    expect(operationTable["transactionalEmailV1.send"].retry).toBe("on-rate-limit");
    expect(operationTable["domainsV1.list"].pagination).toEqual({
      style: "offset",
      limit: "limit",
      offset: "offset",
      items: "/objects",
      total: "/total",
    });
  });

  test("the table declares retries, batches, pagination and idempotency keys", () => {
    for (const node of declared) {
      const { batch, pagination, idempotencyKey, retry } = operationTable[node.operationId as keyof typeof operationTable];
      expect({ batch: batch && { ...batch, size: undefined }, pagination, idempotencyKey, retry }, node.operationId).toEqual({
        batch: node["x-batch"],
        pagination: node["x-pagination"],
        idempotencyKey: node["x-idempotency-key"]?.slice(1).split("/"),
        retry: node["x-retry"],
      });
    }
    expect(new Set(Object.values(operationTable).map(({ pagination }) => pagination?.style))).toEqual(
      new Set([undefined, "cursor", "input", "chunks", "offset"]),
    );
    expect(operationTable["transactionalEmailV1.send"].idempotencyKey).toEqual(["message", "sendId"]);
  });

  test("the size of a batch is the maximum length of its list", () => {
    expect(operationTable["records.batchRead"].batch?.size).toBe(100);
    expect(operationTable["associationsV3.batchCreate"].batch?.size).toBe(2000);
    // The body is the list.
    expect(operationTable["associationsV1.batchCreate"].batch).toEqual({ inputs: "", size: 100 });
    expect(operationTable["associationsV3.batchArchive"].batch).toEqual({ inputs: "/inputs" });
    for (const { batch, maxItems } of Object.values(operationTable)) expect(batch?.size).toBe(batch && maxItems?.[batch.inputs]);
  });

  test("exports enumerations, scopes, sunset interfaces and the document's data", () => {
    expect(enums.SingleSendResultV1.sendResult).toHaveLength(10);
    expect(enums.Batch.status).toEqual(["CANCELED", "COMPLETE", "PENDING", "PROCESSING"]);
    expect(scopes).toEqual(document.components.securitySchemes.oauth2.flows.authorizationCode.scopes);
    expect(sunsetInterfaces).toHaveLength(5);
    expect(associationTypes).toHaveLength(124);
    expect(associationTypes.find(({ id }) => id === 26)).toMatchObject({ from: "tickets", to: "companies", inverse: 25, primary: true });
    expect(defaultEventProperties).toHaveLength(32);
    expect(new Set(fidelity.map(({ grade }) => grade))).toEqual(new Set(["documented", "observed", "assumed"]));
  });

  test("every association type has an inverse", () => {
    const byId = new Map(associationTypes.map((type) => [type.id as number, type]));
    for (const type of associationTypes) {
      const inverse = byId.get(type.inverse);
      expect(inverse, `${type.id}`).toMatchObject({ from: type.to, to: type.from, inverse: type.id });
    }
  });
});
