/** The type id of contacts. */
export const contactType = "0-1";

/** The property of a contact that holds its email address; unique in every account, see `builtInProperties`. */
export const emailProperty = "email";

/** The form in which a contact keeps an email address, so that letter case does not tell two contacts apart. */
export function contactEmail(address: string): string {
  return address.trim().toLowerCase();
}
