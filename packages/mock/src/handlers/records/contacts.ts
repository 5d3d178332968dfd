export const contactType = "0-1";

/** The property with a contact's email address. Its values are unique; see `builtInProperties`. */
export const emailProperty = "email";

/** The stored form of an email address, which does not depend on case. */
export function contactEmail(address: string): string {
  return address.trim().toLowerCase();
}
