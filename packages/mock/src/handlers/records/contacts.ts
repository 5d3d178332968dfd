export const contactType = "0-1";

/** Its values are unique; see `builtInProperties`. */
export const emailProperty = "email";

/** Email addresses do not depend on case. */
export function contactEmail(address: string): string {
  return address.trim().toLowerCase();
}
