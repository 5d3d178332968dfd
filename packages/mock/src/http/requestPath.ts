import type { Operation } from "../contract/openapi/operations.ts";
import { withoutCredentials } from "../contract/problems/credentials.ts";
import { shortened } from "../contract/problems/fields.ts";

const maxSegmentLength = 200;

/** Returns the requested path. A segment that is or may be a credential is replaced by its template. */
export function requestPath({ path: template, parameters }: Operation, path: string, accountId: number): string {
  if (!template.includes("{")) return template;
  const segments = path.split("/");
  const isSensitive = (part: string) => parameters.some(({ name, sensitive }) => sensitive && part.includes(`{${name}}`));
  return template
    .split("/")
    .map((part, index) => {
      const segment = segments[index] ?? "";
      if (!part.includes("{")) return part;
      return isSensitive(part) || hasCredential(segment, accountId) ? part : shortened(segment, maxSegmentLength);
    })
    .join("/");
}

/** Segments with invalid encoding are hidden too. */
function hasCredential(segment: string, accountId: number): boolean {
  try {
    const text = decodeURIComponent(segment);
    return withoutCredentials(text, accountId) !== text;
  } catch {
    return true;
  }
}
