export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly codeChallengeMethod: string | undefined;
  readonly decision: string | undefined;
  readonly selectedScopes: readonly string[];
  /** The first repeated parameter, which RFC 6749, section 3.1, does not allow. */
  readonly repeatedParameter: string | undefined;
  /** The original parameters, which the form sends again. */
  readonly fields: Fields;
}

export type Fields = readonly [name: string, value: string][];

export type ReadRequest = Omit<AuthorizationRequest, "clientId" | "redirectUri"> & {
  readonly clientId: string | undefined;
  readonly redirectUri: string | undefined;
};

/** The only parameter that may be repeated. */
export const selectionName = "ticked_scope";

// Both spellings of the scope parameters are in use.
export const authorizationParameters = [
  "client_id",
  "redirect_uri",
  "scopes",
  "scope",
  "optional_scopes",
  "optional_scope",
  "state",
  "code_challenge",
  "code_challenge_method",
] as const;

/** A parameter without a value is treated as missing (RFC 6749, section 3.1). */
export function readAuthorization(query: Readonly<Record<string, string | readonly string[]>>): ReadRequest {
  return {
    clientId: single("client_id"),
    redirectUri: single("redirect_uri"),
    scopes: [...words("scopes"), ...words("scope")],
    optionalScopes: [...words("optional_scopes"), ...words("optional_scope")],
    state: single("state"),
    codeChallenge: single("code_challenge"),
    codeChallengeMethod: single("code_challenge_method"),
    decision: single("decision"),
    selectedScopes: [query[selectionName] ?? []].flat(),
    repeatedParameter: [...authorizationParameters, "decision"].find((name) => Array.isArray(query[name])),
    fields: authorizationParameters.flatMap((name) => {
      const value = single(name);
      return value === undefined ? [] : [[name, value]];
    }),
  };

  function single(name: string): string | undefined {
    const value = query[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  function words(name: string): string[] {
    return (single(name) ?? "").split(" ").filter((word) => word !== "");
  }
}
