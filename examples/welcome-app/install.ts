/** Installs the app in an account: asks the user for approval, gets tokens, and subscribes to events about new contacts. */
import { createClient } from "@crm-platform/client";
import { authorizeUrl, codeFromCallback, exchangeCode, pkce, randomState, refreshTokenAuth } from "@crm-platform/client/auth";
import { defineEvent } from "./event.ts";
import { type Client, type Installations, ignoreConflict, type Settings } from "./settings.ts";

const scopes = [
  "crm.objects.contacts.read",
  "transactional-email",
  "webhooks",
  "behavioral_events.event_definitions.read_write",
  "analytics.behavioral_events.send",
];

/** The code verifiers of installations that users have not approved yet, by state. */
const verifiers = new Map<string, string>();

/** Returns the URL of the consent page, and the state, which the caller must store in the user's browser. */
export async function startInstall({ baseUrl, clientId, url }: Settings): Promise<{ location: string; state: string }> {
  const state = randomState();
  const { codeVerifier, codeChallenge } = await pkce();
  verifiers.set(state, codeVerifier);
  return { location: authorizeUrl({ baseUrl, clientId, redirectUri: callbackOf(url), scopes, state, codeChallenge }), state };
}

/** Returns the code, or `undefined` if the user did not approve the installation in this browser. @param state from the user's browser */
export function approvedCode(callback: URL, state: string): string | undefined {
  if (!verifiers.has(state)) return undefined;
  try {
    return codeFromCallback(callback, state);
  } catch {
    return undefined;
  }
}

/** Exchanges the code, and sets up the account. Returns the account's id. */
export async function finishInstall(code: string, state: string, settings: Settings, installations: Installations): Promise<number> {
  const { baseUrl, appId, clientId, clientSecret, url } = settings;
  const codeVerifier = verifiers.get(state) ?? "";
  verifiers.delete(state);
  const credentials = { baseUrl, clientId, clientSecret };
  const tokens = await exchangeCode({ ...credentials, redirectUri: callbackOf(url), code, codeVerifier });
  const { hub_id: accountId, access_token, expires_in, refresh_token } = tokens;
  if (accountId === undefined) throw new Error("The token response contains no account id.");
  const initial = { accessToken: access_token, expiresInMs: expires_in * 1000 };
  const client = createClient({ baseUrl, accessToken: refreshTokenAuth({ ...credentials, refreshToken: refresh_token, initial }) });
  await defineEvent(client);
  await subscribe(client, appId, `${url}/webhooks`);
  installations.set(accountId, client);
  return accountId;
}

async function subscribe(client: Client, appId: number, targetUrl: string): Promise<void> {
  await client.webhooks.setSettings(appId, { targetUrl, throttling: { maxConcurrentRequests: 5 } });
  await ignoreConflict(client.webhooks.createSubscription(appId, { eventType: "contact.creation", active: true }));
}

function callbackOf(url: string): string {
  return `${url}/oauth/callback`;
}
