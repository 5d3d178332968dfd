import { operationTable } from "@crm-platform/types";
import type { Installation } from "../generated/control/schemas.ts";

type Fetch = (request: Request) => Promise<Response>;

/** Requests an access token with the refresh token of an installation. Returns nothing if the request fails. */
export async function renewedToken(
  fetch: Fetch,
  baseUrl: string,
  { app, refreshToken }: Pick<Installation, "app" | "refreshToken">,
): Promise<string | undefined> {
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: app.clientId,
    client_secret: app.clientSecret,
    refresh_token: refreshToken,
  });
  const response = await fetch(new Request(baseUrl + operationTable["oauth.createToken"].path, { method: "POST", body })).catch(
    () => undefined,
  );
  const fields = (response?.ok ? await response.json().catch(() => ({})) : {}) as { readonly access_token?: string };
  return fields.access_token;
}
