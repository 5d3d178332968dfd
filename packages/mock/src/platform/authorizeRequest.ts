/** What an app asks for with its install URL, and what the user decided. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
  readonly state: string | undefined;
  readonly decision: string | undefined;
  /** The first parameter that came more than once, which RFC 6749, section 3.1, rules out. */
  readonly repeated: string | undefined;
  /** The parameters as they came, for the form that repeats them. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

type Read = Omit<AuthorizationRequest, "clientId" | "redirectUri"> & {
  readonly clientId: string | undefined;
  readonly redirectUri: string | undefined;
};

// Both spellings of scopes are in use (behaviour.md, 6).
const names = ["client_id", "redirect_uri", "scopes", "scope", "optional_scopes", "optional_scope", "state"] as const;

/** Reads the query of an install URL. A parameter without a value counts as absent (RFC 6749, section 3.1). */
export function readAuthorization(query: Readonly<Record<string, string | readonly string[]>>): Read {
  return {
    clientId: single("client_id"),
    redirectUri: single("redirect_uri"),
    scopes: [...words("scopes"), ...words("scope")],
    optionalScopes: [...words("optional_scopes"), ...words("optional_scope")],
    state: single("state"),
    decision: single("decision"),
    repeated: [...names, "decision"].find((name) => Array.isArray(query[name])),
    fields: names.flatMap((name) => {
      const value = single(name);
      return value === undefined ? [] : [[name, value] as const];
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
