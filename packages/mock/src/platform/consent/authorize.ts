import type { StatedError } from "../../contract/message.ts";
import type { App } from "../../store/documents/documents.ts";
import type { AccountContext, OpenContext } from "../context.ts";
import { hashOf } from "../ids.ts";
import { codeLifetime } from "../lifetimes.ts";
import { canHave, scopeProblem, unknownScopes } from "../scopes/grantable.ts";
import type { AuthorizationRequest, Fields, ReadRequest } from "./authorizeRequest.ts";
import { codeChallengeOf, codeChallengeProblem } from "./codeChallenge.ts";

/** A `mistake` is shown to the user, without a redirect. */
export type Authorization =
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "redirect"; readonly location: string; readonly error?: StatedError }
  | { readonly kind: "mistake"; readonly message: string };

/** The app's name and `fields` are untrusted. */
export interface Question {
  readonly accountId: number;
  readonly hubDomain: string;
  readonly userEmail: string;
  readonly appId: number;
  readonly appName: string;
  readonly clientId: string;
  /** The redirect URI exactly as it was registered. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
  readonly fields: Fields;
}

export interface Decision {
  readonly choice: "approve" | "deny";
  readonly optional: "all" | readonly string[];
}

export interface ScopeRules {
  readonly strict: boolean;
}

/** An invalid app or redirect URI results in a `mistake` (RFC 6749, section 4.1.2.1). */
export async function authorize(
  read: ReadRequest,
  decision: Decision | undefined,
  { enter, look }: OpenContext,
  { strict }: ScopeRules,
): Promise<Authorization> {
  const { clientId, redirectUri } = read;
  if (clientId === undefined) return mistake("The install URL must contain exactly one client_id.");
  if (redirectUri === undefined) return mistake("The install URL must contain exactly one redirect_uri.");
  // Without a decision, the account is only read, so the request need not wait for the account's lock.
  const enterAccount = decision === undefined ? look : enter;
  const authorization = await enterAccount(clientId, async (context) => {
    const app = await context.store.documents.get("app", clientId);
    if (!app) return undefined;
    if (!app.redirectUris.includes(redirectUri)) return mistake(wrongRedirectUri(app));
    return decide({ ...read, clientId, redirectUri, strict }, decision, app, context);
  });
  return authorization ?? mistake("No app has this client_id.");
}

async function decide(
  request: AuthorizationRequest & ScopeRules,
  decision: Decision | undefined,
  app: App,
  context: AccountContext,
): Promise<Authorization> {
  if (request.repeatedParameter) return rejection(request, "invalid_request", `${request.repeatedParameter} must not be repeated`);
  const challengeProblem = codeChallengeProblem(request);
  if (challengeProblem !== undefined) return rejection(request, "invalid_request", challengeProblem);
  if (request.scopes.length === 0) return rejection(request, "invalid_scope", "scopes is missing");
  const scopes = [...new Set(request.scopes)].sort();
  const optional = [...new Set(request.optionalScopes)].sort();
  const problem = scopeProblem(scopes, app, request.strict) ?? (request.strict ? unknownScopes(optional) : undefined);
  if (problem !== undefined) return rejection(request, "invalid_scope", problem);
  const optionalScopes = optional.filter((scope) => canHave(app, scope) && !scopes.includes(scope));
  if (decision === undefined) return { kind: "question", question: questionOf(request, { scopes, optionalScopes }, app, context) };
  if (decision.choice === "deny") return rejection(request, "access_denied", "the user denied access");
  const { optional: selection } = decision;
  const grantedOptionalScopes = selection === "all" ? optionalScopes : optionalScopes.filter((scope) => selection.includes(scope));
  return redirect(request, { code: await createCode(request, [...scopes, ...grantedOptionalScopes].sort(), context) });
}

function wrongRedirectUri({ redirectUris }: App): string {
  if (redirectUris.length > 0) {
    return `The redirect_uri must exactly match a redirect URI of this app. The app's redirect URIs: ${redirectUris.join(", ")}`;
  }
  return 'This app has no redirect URIs. Set them when you create the account or install the app, for example mock.account({ redirectUris: ["https://app.example/callback"] }).';
}

function questionOf(
  { clientId, redirectUri, fields }: AuthorizationRequest,
  offer: Pick<Question, "scopes" | "optionalScopes">,
  { appId, name }: App,
  { accountId, profile: { hubDomain, userEmail } }: AccountContext,
): Question {
  return { accountId, hubDomain, userEmail, appId, appName: name, clientId, redirectUri, ...offer, fields };
}

async function createCode(
  request: AuthorizationRequest,
  scopes: readonly string[],
  { profile, store, now, wall, ids }: AccountContext,
): Promise<string> {
  const code = await ids.regional();
  const { clientId, redirectUri } = request;
  const challenge = codeChallengeOf(request);
  const document = {
    clientId,
    redirectUri,
    scopes,
    userId: profile.userId,
    expiresAt: now + codeLifetime,
    wallExpiresAt: wall + codeLifetime,
    ...(challenge && { challenge }),
  };
  await store.documents.put("authorizationCode", [{ key: hashOf(code), document }]);
  return code;
}

/** @param message must not contain values from the request */
function mistake(message: string): Authorization {
  return { kind: "mistake", message };
}

function rejection(request: AuthorizationRequest, error: string, description: string): Authorization {
  return { ...redirect(request, { error, error_description: description }), error: { category: error, message: description } };
}

/** Appends parameters to the registered redirect URI without reformatting it. */
function redirect(
  { redirectUri, state }: AuthorizationRequest,
  parameters: Readonly<Record<string, string>>,
): Extract<Authorization, { readonly kind: "redirect" }> {
  const all = state === undefined ? parameters : { ...parameters, state };
  // URLSearchParams would write spaces as plus signs, which some apps do not decode.
  const query = Object.entries(all).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { kind: "redirect", location: `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query.join("&")}` };
}
