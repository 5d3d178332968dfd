import type { Mock } from "@crm-platform/mock";
import type { Given } from "../../consumers/exercise.ts";

const idsTo = (last: number): string[] => Array.from({ length: last }, (_, index) => String(index + 1));

/** The first requests for a domain, an email and a batch chunk fail, and listing SMTP tokens is slow. */
export async function accountToExercise(mock: Mock, baseUrl: string): Promise<Given> {
  const { accountId, accessToken, refreshToken, app } = await mock.account(
    { clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } },
    {
      records: { meetings: idsTo(250).map((id) => ({ id, properties: { hs_meeting_title: `Meeting ${id}` } })) },
      domains: idsTo(25).map((id) => ({ id, domain: `www${id}.example` })),
      emails: [{ id: 1, from: "support@hub.example" }],
    },
  );
  for (const operationId of ["domainsV1.get", "transactionalEmailV1.send", "meetings.batchRead"]) {
    await mock.faults.add({ match: { accountId, operationId, nth: 1 }, effect: { type: "status", status: 503 } });
  }
  await mock.faults.add({ match: { accountId, operationId: "smtpTokensV1.list" }, effect: { type: "latency", milliseconds: 20_000 } });
  return { baseUrl, accessToken, refreshToken, clientId: app.clientId, clientSecret: app.clientSecret };
}

const noDomain = "404 OBJECT_NOT_FOUND: GET /cos-domains/v1/domains/{domainId}: No domain has this id.";
const cutOff = "Request failed: GET /cos-domains/v1/domains/{domainId}: chaos: the service is unreachable";
const domainFailure = { operationId: "domainsV1.get", attempts: 1, isError: true };
const tokensFailure = { operationId: "smtpTokensV1.list", attempts: 1, isError: true, isApiError: false };

export const expectedWebhook: object = { received: [3101], forged: "forged" };

export const expectedReport: object = {
  domain: "www1.example",
  sendResult: "SENT",
  retried: ["domainsV1.get 1", "domainsV1.get 2", "transactionalEmailV1.send 1", "transactionalEmailV1.send 2"],
  batch: { ids: idsTo(250), missing: ["251", "252"], failures: 0, complete: false, progress: 252 },
  domains: idsTo(25),
  sizes: [10, 10, 5],
  together: 3,
  refreshes: 1,
  rejected: { ...domainFailure, name: "ApiError", message: noDomain, status: 404, isApiError: true },
  aborted: { ...tokensFailure, name: "AbortedError", message: "Request aborted: GET /email/public/v1/smtpapi/tokens" },
  late: { ...tokensFailure, name: "TimeoutError", message: "Request timed out after 50 ms: GET /email/public/v1/smtpapi/tokens" },
  webhook: expectedWebhook,
  unreachable: { ...domainFailure, name: "NetworkError", message: cutOff, isApiError: false },
};
