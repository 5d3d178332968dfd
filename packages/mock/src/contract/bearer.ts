// RFC 6750, section 2.1.
const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** The access token in an `Authorization` header; `undefined` when there is none that is well-formed. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}
