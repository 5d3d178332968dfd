import { type OperationId, operationTable } from "@crm-platform/types";
import type { Flow } from "./flow.ts";
import type { Ask, Asked } from "./transcript.ts";

/** Takes the next step of a flow, by the requests that an app would send. A flow with nothing to go on with stays as it is. */
export async function advance(flow: Flow, ask: Ask): Promise<Flow> {
  const { step, code, accessToken, refreshToken, hasFailed = false } = flow;
  if (hasFailed) return flow;
  if (step === "returned" && code !== undefined) return exchangeCode(flow, code, ask);
  if (step === "exchanged" && accessToken !== undefined) return useToken(flow, accessToken, ask);
  if (step === "used" && refreshToken !== undefined) return refresh(flow, refreshToken, ask);
  if (step === "refreshed" && refreshToken !== undefined) return deleteToken(flow, refreshToken, ask);
  return flow;
}

async function exchangeCode(flow: Flow, code: string, ask: Ask): Promise<Flow> {
  const { code: _, returned: __, ...rest } = flow;
  const answer = await ask(tokenRequest(flow, { grant_type: "authorization_code", code, redirect_uri: flow.redirectUri }));
  return { ...withTokens(rest, answer.body), step: "exchanged", transcripts: [answer.transcript] };
}

async function useToken(flow: Flow, accessToken: string, ask: Ask): Promise<Flow> {
  const metadata = await ask({ method: "GET", path: operationTable["oauth.getAccessToken"].path, token: accessToken });
  const call = await ask({ method: "GET", path: pathOf(callFor(flow.granted ?? [])), accessToken });
  return { ...flow, step: "used", transcripts: [metadata.transcript, call.transcript] };
}

async function refresh(flow: Flow, refreshToken: string, ask: Ask): Promise<Flow> {
  const answer = await ask(tokenRequest(flow, { grant_type: "refresh_token", refresh_token: refreshToken }));
  return { ...withTokens(flow, answer.body), step: "refreshed", transcripts: [answer.transcript] };
}

async function deleteToken(flow: Flow, refreshToken: string, ask: Ask): Promise<Flow> {
  const deletion = await ask({ method: "DELETE", path: operationTable["oauth.deleteRefreshToken"].path, token: refreshToken });
  const after = await ask(tokenRequest(flow, { grant_type: "refresh_token", refresh_token: refreshToken }));
  return { ...flow, step: "deleted", transcripts: [deletion.transcript, after.transcript] };
}

function tokenRequest({ clientId, clientSecret }: Flow, grant: Readonly<Record<string, string>>): Asked {
  const form = { ...grant, client_id: clientId, client_secret: clientSecret };
  return { method: "POST", path: operationTable["oauth.createToken"].path, form };
}

/** The flow with the tokens of an answer; one without tokens ends here. */
function withTokens(
  flow: Flow,
  { access_token: accessToken, refresh_token: refreshToken, scopes }: Readonly<Record<string, unknown>>,
): Flow {
  if (typeof accessToken !== "string" || typeof refreshToken !== "string") return { ...flow, hasFailed: true };
  return { ...flow, accessToken, refreshToken, granted: Array.isArray(scopes) ? scopes.map(String) : [] };
}

// What can be asked for without knowing what the account holds.
const calls: readonly OperationId[] = ["domains.list", "smtpTokens.list", "broadcasts.listChannels", "associations.listTypes"];

/** The call that shows an access token at work: one that its scopes open, or, where they open none of the simple ones, one that is refused. */
export function callFor(granted: readonly string[]): OperationId {
  return calls.find((id) => operationTable[id].scopes.some((scope) => granted.includes(scope))) ?? "domains.list";
}

function pathOf(operationId: OperationId): string {
  return operationTable[operationId].path.replace("{fromObjectType}", "contacts").replace("{toObjectType}", "tickets");
}
