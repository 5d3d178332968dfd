export const contactType = "0-1";

/** A property with unique values; see `builtInProperties`. */
export const emailProperty = "email";

/** Normalizes an email address, because addresses are case-insensitive. */
export function contactEmail(address: string): string {
  return address.trim().toLowerCase();
}
