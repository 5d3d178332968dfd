import { scopes as platformScopes } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import { shortened } from "../../contract/problems/fields.ts";
import { didYouMean } from "../../contract/problems/nearest.ts";
import type { AccountInput, Installation } from "../../generated/control/schemas.ts";
import { problemOf } from "../../handlers/common/problems.ts";
import { hashOf, Ids } from "../../platform/ids.ts";
import { accessTokenLifetime, codeLifetime } from "../../platform/lifetimes.ts";
import { isInert } from "../../platform/scopes/grantable.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { App } from "../../store/documents/documents.ts";

/** Missing credentials are generated. */
type Wanted = Pick<AccountInput, "scopes" | "redirectUris" | "app" | "accessToken" | "refreshToken" | "authorizationCode">;

export interface Circumstances {
  readonly idSeed: string;
  readonly userId: number;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** Only hashes of the credentials are stored, except for the client secret, which signs webhooks. */
export async function install(account: AccountStore, wanted: Wanted, { idSeed, userId, now }: Circumstances): Promise<Installation> {
  const { app: known = {}, authorizationCode } = wanted;
  const scopes = [...(wanted.scopes ?? Object.keys(platformScopes))];
  const redirectUris = [...(wanted.redirectUris ?? [])];
  const ids = new Ids(idSeed, account);
  const appId = known.appId ?? (await ids.number());
  const clientId = known.clientId ?? (await ids.clientId());
  const clientSecret = known.clientSecret ?? (await ids.clientSecret());
  const refreshToken = wanted.refreshToken ?? (await ids.regional());
  const accessToken = wanted.accessToken ?? (await ids.accessToken());
  const grantId = await ids.uuid();
  const grant = { grantId, clientId, scopes, userId, issuedAt: now, number: await account.numbers() };

  const name = known.name ?? "Mock app";
  const app: App = { appId, name, clientSecretHash: hashOf(clientSecret), clientSecret, redirectUris, scopes };
  const token = { ...grant, appId, expiresAt: now + accessTokenLifetime };
  const code = { clientId, redirectUri: redirectUris[0] ?? "", scopes, userId, expiresAt: now + codeLifetime };
  await account.documents.putAll([
    { collection: "app", key: clientId, document: app },
    { collection: "refreshToken", key: hashOf(refreshToken), document: grant },
    { collection: "accessToken", key: hashOf(accessToken), document: token },
    ...(authorizationCode === undefined
      ? []
      : [{ collection: "authorizationCode", key: hashOf(authorizationCode), document: code } as const]),
  ]);
  return { accessToken, refreshToken, scopes, app: { appId, clientId, clientSecret, redirectUris } };
}

export function installProblems({ scopes = [], redirectUris }: Wanted, strict: boolean): Problem[] {
  const unknown = scopes.flatMap((scope, index) => {
    if (!strict || !isInert(scope)) return [];
    const suggestion = didYouMean(scope, Object.keys(platformScopes));
    const expectation = `must be a platform scope, not "${shortened(scope)}"${suggestion}`;
    return [problemOf(`scopes[${index}]`, "scope", expectation, scope)];
  });
  return [...unknown, ...redirectUriProblems(redirectUris)];
}

/** URI schemes that would make a browser run a script or show the URI's content as a page. */
const rejectedSchemes = ["javascript:", "data:", "vbscript:"];

function redirectUriProblems(redirectUris: readonly string[] = []): Problem[] {
  return redirectUris.flatMap((uri, index) => {
    if (!rejectedSchemes.includes(URL.parse(uri)?.protocol ?? "")) return [];
    const field = `redirectUris[${index}]`;
    return [{ in: field, code: "scheme", message: `${field} must not begin with javascript:, data: or vbscript:` }];
  });
}
