/** What a code is exchanged with; none of it is to be trusted. */
export interface Exchange {
  readonly origin: string;
  readonly code: string;
  readonly redirectUri: string;
}

/**
 * A command that exchanges a code, to be copied into a shell; secrets are left to whoever copies it. Whatever comes in a query
 * might run there: a code that does not look like one is left out.
 */
export function exchangeCommand({ origin, code, redirectUri }: Exchange): string {
  const fields = {
    grant_type: "authorization_code",
    code: /^[\w.~-]{1,512}$/.test(code) ? code : "CODE",
    redirect_uri: redirectUri,
    client_id: "CLIENT_ID",
    client_secret: "CLIENT_SECRET",
  };
  const options = Object.entries(fields).map(([name, value]) => `  --data-urlencode ${quoted(`${name}=${value}`)}`);
  return [`curl ${quoted(`${origin}/oauth/v1/token`)}`, ...options].join(" \\\n");
}

/** As one word of a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
