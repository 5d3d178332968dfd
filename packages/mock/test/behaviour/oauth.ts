import { authorizeRows } from "./oauth/authorize.ts";
import { clientCredentialsRows } from "./oauth/clientCredentials.ts";
import { consentRows } from "./oauth/consent.ts";
import { introspectRows } from "./oauth/introspect.ts";
import { newEndpointRows } from "./oauth/newEndpoint.ts";
import { revokeRows } from "./oauth/revoke.ts";
import type { Rows } from "./rows.ts";

export const rows: Rows = {
  ...authorizeRows,
  ...consentRows,
  ...newEndpointRows,
  ...clientCredentialsRows,
  ...introspectRows,
  ...revokeRows,
};
