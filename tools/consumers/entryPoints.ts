/** This module uses every entry point, so that a compiler checks their types. Marked lines must not compile. */
import { type ApiError, type CallError, createClient, createConnection } from "@crm-platform/client";
import { type CachedToken, cachedToken } from "@crm-platform/client/auth";
import { createFetch } from "@crm-platform/client/fetch";
import { batchRead } from "@crm-platform/client/meetings";
import { type OpenTelemetryApi, openTelemetry } from "@crm-platform/client/opentelemetry";
import { serviceName } from "@crm-platform/client/serviceName";
import { chaos } from "@crm-platform/client/testing";
import { verifyWebhook } from "@crm-platform/client/verifyWebhook";
import { type MeetingsBatchReadParams, operationTable } from "@crm-platform/types";
import { serviceNames } from "@crm-platform/types/serviceNames";

export const token: CachedToken = cachedToken(async () => ({ accessToken: "token", expiresInMs: 1_800_000 }));

export const clientOf = (api: OpenTelemetryApi): ReturnType<typeof createClient> =>
  createClient({ accessToken: token, middleware: [openTelemetry(api), chaos(), serviceName("acme")], fetch: (request) => fetch(request) });

export const sendWith: typeof fetch = createFetch(createConnection({ baseUrl: "http://127.0.0.1:4010", accessToken: token }));

export async function titles(parameters: MeetingsBatchReadParams): Promise<(string | null | undefined)[]> {
  const connection = createConnection({ baseUrl: "http://127.0.0.1:4010", accessToken: token });
  const { results } = await batchRead(connection, parameters);
  return results.map(({ properties }) => properties["hs_meeting_title"]);
}

export async function changedNames(request: Request): Promise<string[]> {
  const events = await verifyWebhook(request, { clientSecret: "secret" });
  // @ts-expect-error: only property changes have this field
  events.map(({ propertyName }) => propertyName);
  return events.flatMap((event) => (event.subscriptionType === "ticket.propertyChange" ? event.propertyName : []));
}

export const ownerProperty: string = serviceNames("acme").toService.text("hs_owner_id");

export const method: string = operationTable["domainsV1.get"].method;
export const statusOf = (error: ApiError): number => error.status;
// @ts-expect-error: a failed call may have no response
export const statusOfAny = (error: CallError): number => error.status;
// @ts-expect-error: ids are strings
export const wrong: unknown = () => createClient().domainsV1.get(1);
