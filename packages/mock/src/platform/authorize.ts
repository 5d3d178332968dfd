import type { Answer } from "../contract/message.ts";
import type { App } from "../store/documents.ts";
import { consentPage, errorPage } from "./authorizeHtml.ts";
import { type AuthorizationRequest, readAuthorization } from "./authorizeRequest.ts";
import type { Context, OpenContext } from "./context.ts";
import { hashOf } from "./ids.ts";
import { codeLifetime } from "./lifetimes.ts";

/**
 * Answers `GET /oauth/authorize`, the install URL of an app: with a page that asks the user, or, when `decision` says what
 * the user chose, with a redirect that carries a code or a refusal. Without an app or a redirect URI of that app there is
 * nowhere to lead to, so those mistakes end in a page (RFC 6749, section 4.1.2.1).
 */
export async function authorize(query: Readonly<Record<string, string | readonly string[]>>, { enter }: OpenContext): Promise<Answer> {
  const { clientId, redirectUri, ...request } = readAuthorization(query);
  if (clientId === undefined) return errorPage("The address names no app. It needs exactly one client_id.");
  if (redirectUri === undefined) return errorPage("The address does not say where to go next. It needs exactly one redirect_uri.");
  const answer = await enter(clientId, async (context) => {
    const app = await context.store.documents.get("app", clientId);
    if (!app) return undefined;
    if (!app.redirectUris.includes(redirectUri)) {
      return errorPage("The redirect_uri is not one of this app. It has to be one of them letter by letter.");
    }
    return answerOf({ ...request, clientId, redirectUri }, app, context);
  });
  return answer ?? errorPage("There is no app with this client_id.");
}

async function answerOf(request: AuthorizationRequest, app: App, context: Omit<Context, "caller">): Promise<Answer> {
  if (request.repeated) return refusal(request, "invalid_request", `${request.repeated} is given more than once`);
  if (request.scopes.length === 0) return refusal(request, "invalid_scope", "scopes is missing");
  if (request.scopes.some((scope) => !app.scopes.includes(scope))) {
    return refusal(request, "invalid_scope", "the app cannot have one of the scopes it asks for");
  }
  const optional = request.optionalScopes.filter((scope) => app.scopes.includes(scope));
  const scopes = [...new Set([...request.scopes, ...optional])].sort();
  if (request.decision === undefined) return consentPage({ appName: app.name, profile: context.profile, scopes, fields: request.fields });
  if (request.decision === "deny") return refusal(request, "access_denied", "the user denied access");
  if (request.decision === "approve") return redirect(request, { code: await createCode(request, scopes, context) });
  return errorPage("The decision has to be approve or deny.");
}

async function createCode(
  { clientId, redirectUri }: AuthorizationRequest,
  scopes: readonly string[],
  { profile, store, now, ids }: Omit<Context, "caller">,
): Promise<string> {
  const code = await ids.regional();
  const document = { clientId, redirectUri, scopes, userId: profile.userId, expiresAt: now + codeLifetime };
  await store.documents.put("authorizationCode", [{ key: hashOf(code), document }]);
  return code;
}

function refusal(request: AuthorizationRequest, error: string, description: string): Answer {
  return redirect(request, { error, error_description: description });
}

/** Adds parameters to the redirect URI as it was registered: nothing in it is written anew. */
function redirect({ redirectUri, state }: AuthorizationRequest, parameters: Readonly<Record<string, string>>): Answer {
  const all = state === undefined ? parameters : { ...parameters, state };
  // Not URLSearchParams: it writes a space as a plus, which some apps read as a plus.
  const query = Object.entries(all).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const location = `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query.join("&")}`;
  return { status: 302, headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" }, body: undefined };
}
