import type { Problem } from "../../contract/message.ts";

const refused = ["javascript:", "data:", "vbscript:"];

/** The problems of redirect URIs that would run a script or show a page of their own in the browser that is sent back. */
export function redirectUriProblems(redirectUris: readonly string[] = []): Problem[] {
  return redirectUris.flatMap((uri, index) => {
    if (!refused.includes(URL.parse(uri)?.protocol ?? "")) return [];
    const field = `redirectUris[${index}]`;
    return [{ in: field, code: "scheme", message: `${field} must not begin with javascript:, data: or vbscript:` }];
  });
}
