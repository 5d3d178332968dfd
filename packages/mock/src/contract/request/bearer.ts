// The syntax is defined in RFC 6750, section 2.1.
const bearer = /^Bearer +([\w.~+/-]+=*)$/i;
const token = /^[\w.~+/-]+=*$/;

export function isBearerToken(text: string): boolean {
  return token.test(text);
}

export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}
