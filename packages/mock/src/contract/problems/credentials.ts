export const redacted = "[redacted]";

const shortestCredential = 28;

/**
 * Matches the credentials that the mock issues, which end with an account id (`platform/ids.ts`): refresh tokens and codes, client secrets,
 * access tokens, and SMTP passwords. They may be parts of longer strings, such as URLs.
 */
const forms = [
  String.raw`[a-z]{2}\d-[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}`,
  String.raw`[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[\da-f]{4}-\d{12}`,
  String.raw`\b\w{43,}-\d{1,12}`,
  String.raw`\b[A-Za-z\d]{16,}\d{12}\b`,
].join("|");

const issued = new RegExp(forms, "g");
const clientId = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-\d{12}$/;
const chosen = /^\S*-(\d{1,12})$/;

/** Shorter account ids end too many other values, such as dates. */
const minChosenAccountId = 1_000;

/** Replaces issued credentials. With an account id, also a text with the form of a credential that was chosen for this account. */
export function withoutCredentials(text: string, accountId: number = 0): string {
  const shown = text.length < shortestCredential ? text : text.replace(issued, redacted);
  return accountId >= minChosenAccountId && isChosenFor(shown, accountId) ? redacted : shown;
}

function isChosenFor(text: string, accountId: number): boolean {
  const last = text.charCodeAt(text.length - 1) - zero;
  // Most strings do not end with the last digit of the account id, and this check is faster than the pattern.
  if (last !== accountId % 10) return false;
  return Number(chosen.exec(text)?.[1]) === accountId && !clientId.test(text);
}

const zero = 0x30;

/** The journal shows only such client ids, because a client that swaps its id and its secret would send the secret as its id. */
export function isClientId(text: unknown): boolean {
  return typeof text === "string" && clientId.test(text);
}

/** Returns whether a JSON text contains a field with a secret, or a credential. May return true for other texts. */
export function secretsIn(names: ReadonlySet<string>): (json: string, accountId: number) => boolean {
  const suspicious = new RegExp(`"(?:${[...names].join("|")})":|${forms}`);
  return (json, accountId) => (accountId >= minChosenAccountId && json.includes(`${accountId}"`)) || suspicious.test(json);
}
