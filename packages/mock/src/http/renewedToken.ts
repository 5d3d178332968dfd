import { operationTable } from "@crm-platform/types";

interface Grant {
  readonly app: { readonly clientId: string; readonly clientSecret: string };
  readonly refreshToken: string;
}

/** Requests an access token with a refresh token. Returns nothing if the request fails. */
export async function renewedToken(
  fetch: (request: Request) => Promise<Response>,
  baseUrl: string,
  { app, refreshToken }: Grant,
): Promise<string | undefined> {
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: app.clientId,
    client_secret: app.clientSecret,
    refresh_token: refreshToken,
  });
  const request = new Request(baseUrl + operationTable["oauth.createToken"].path, { method: "POST", body });
  const response = await fetch(request).catch(() => undefined);
  const fields = (response?.ok ? await response.json().catch(() => ({})) : {}) as { readonly access_token?: string };
  return fields.access_token;
}
