/** This program runs on Node and in browsers, so it uses only web standards. */
import { ApiError, createClient, isCallError, type Middleware } from "@crm-platform/client";
import { refreshTokenAuth } from "@crm-platform/client/auth";
import { chaos } from "@crm-platform/client/testing";
import { exerciseWebhook } from "./exerciseWebhook.ts";

export interface Given {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export async function exercise({ baseUrl, accessToken, ...credentials }: Given): Promise<object> {
  const attempts: string[] = [];
  const count: Middleware = (request, next, { operationId, attempt }) => {
    attempts.push(`${operationId} ${attempt}`);
    return next(request);
  };
  const client = createClient({ baseUrl, accessToken, middleware: [count], logLevel: "off" });

  const { domain } = await client.domainsV1.get("1");
  const sent = await client.transactionalEmailV1.send({ emailId: 1, message: { to: "jonas.brandt@larkspurbikes.example" } });
  const retried = attempts.splice(0);

  let progress = 0;
  const inputs = Array.from({ length: 252 }, (_, index) => ({ id: String(index + 1) }));
  const batch = client.meetings.batchRead({ inputs, properties: ["hs_meeting_title"], propertiesWithHistory: [] });
  const { results, errors, failures, complete } = await batch.chunked({ onProgress: ({ done }) => (progress = Math.max(progress, done)) });

  const domains: string[] = [];
  for await (const { id } of client.domainsV1.list({ limit: 10 })) domains.push(id);
  const sizes: number[] = [];
  for await (const { items } of client.domainsV1.list({ limit: 10 }).pages()) sizes.push(items.length);

  let refreshes = 0;
  const renewed = refreshTokenAuth({ baseUrl, ...credentials, logLevel: "off", onRefresh: () => void refreshes++ });
  const renewing = createClient({ baseUrl, accessToken: renewed, logLevel: "off" });
  const together = await Promise.all(["1", "2", "3"].map((id) => renewing.domainsV1.get(id)));

  const controller = new AbortController();
  const abort: Middleware = (request, next) => {
    const response = next(request);
    controller.abort();
    return response;
  };
  const unreachable = client.withOptions({ middleware: [chaos({ rate: 1, kinds: ["unreachable"] })], maxRetries: 0 });
  return {
    domain,
    sendResult: sent.sendResult,
    retried,
    batch: {
      ids: results.map(({ id }) => id),
      missing: errors.flatMap(({ context }) => context["ids"] ?? []),
      failures: failures.length,
      complete,
      progress,
    },
    domains,
    sizes,
    together: together.length,
    refreshes,
    rejected: await failureOf(client.domainsV1.get("404404")),
    aborted: await failureOf(client.withOptions({ middleware: [abort] }).smtpTokensV1.list({ signal: controller.signal })),
    late: await failureOf(client.smtpTokensV1.list({ timeoutMs: 50, maxRetries: 0 })),
    unreachable: await failureOf(unreachable.domainsV1.get("1")),
    webhook: await exerciseWebhook(),
  };
}

async function failureOf(call: PromiseLike<unknown>): Promise<object> {
  try {
    return { value: await call };
  } catch (error) {
    if (!isCallError(error)) return { error: String(error) };
    const { name, message, status, operationId, attempts } = error;
    return { name, message, status, operationId, attempts, isApiError: error instanceof ApiError, isError: error instanceof Error };
  }
}
