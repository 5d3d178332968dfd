import { jsonType } from "../message.ts";

// The syntax is defined in RFC 9110, section 8.3.1.
const form = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w!#$%&'*+.^`|~-]+=([\w!#$%&'*+.^`|~-]+|"[^"\\]*"))*$/;

export function isContentType(contentType: string | undefined): contentType is string {
  return contentType !== undefined && form.test(contentType);
}

export function isMediaType(contentType: string | undefined, mediaTypes: readonly string[]): boolean {
  if (contentType === jsonType && mediaTypes.includes("application/json")) return true;
  if (!isContentType(contentType)) return false;
  const [mediaType = ""] = contentType.split(";");
  return mediaTypes.some((one) => one.toLowerCase() === mediaType.trim().toLowerCase());
}
