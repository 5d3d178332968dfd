/** The parameters of an install URL, and what the user decided. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly codeChallengeMethod: string | undefined;
  readonly decision: string | undefined;
  /** The optional scopes that the user left ticked. A scope that the app did not ask for is not granted. */
  readonly ticked: readonly string[];
  /** The first parameter that came more than once, which RFC 6749, section 3.1, rules out. */
  readonly repeated: string | undefined;
  /** The parameters as they came, for the form that repeats them. */
  readonly fields: Fields;
}

/** Parameters of an install URL. */
export type Fields = readonly [name: string, value: string][];

/** A request of which it is not known yet whether it names an app and where to go next. */
export type ReadRequest = Omit<AuthorizationRequest, "clientId" | "redirectUri"> & {
  readonly clientId: string | undefined;
  readonly redirectUri: string | undefined;
};

/** The name of the boxes for optional scopes, the only parameter that may come more than once. */
export const tickedName = "ticked_scope";

// Both spellings of scopes are in use (behaviour.md, 6).
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

/**
 * Reads the query of an install URL, or the form of the consent page. A parameter without a value counts as absent (RFC 6749,
 * section 3.1).
 */
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
    ticked: [query[tickedName] ?? []].flat(),
    repeated: [...authorizationParameters, "decision"].find((name) => Array.isArray(query[name])),
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
