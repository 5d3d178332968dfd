export const contactType = "0-1";

/** A property with unique values; see `builtInProperties`. */
export const emailProperty = "email";

/** Lists the other addresses of a contact, separated by semicolons. */
export const additionalEmailsProperty = "hs_additional_emails";

/** Normalizes an email address, because addresses are case-insensitive. */
export function contactEmail(address: string): string {
  return address.trim().toLowerCase();
}
