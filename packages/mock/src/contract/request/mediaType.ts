import { jsonType } from "../message.ts";

// The syntax is defined in RFC 9110, section 8.3.1.
const form = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w!#$%&'*+.^`|~-]+=([\w!#$%&'*+.^`|~-]+|"[^"\\]*"))*$/;

export function isContentType(written: string | undefined): written is string {
  return written !== undefined && form.test(written);
}

export function isMediaType(written: string | undefined, mediaTypes: readonly string[]): boolean {
  if (written === jsonType && mediaTypes.includes("application/json")) return true;
  if (!isContentType(written)) return false;
  const [mediaType = ""] = written.split(";");
  return mediaTypes.some((one) => one.toLowerCase() === mediaType.trim().toLowerCase());
}
