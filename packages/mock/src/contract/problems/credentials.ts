export const redaction = "[redacted]";

const minCredentialLength = 28;
export const maxCredentialLength = 600;

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

const issuedPattern = new RegExp(forms, "g");
const clientId = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-\d{12}$/;
const suffix = /-(\d{1,12})$/;
/** The characters between these separators may be a credential that is part of a sentence, a list, a path or a query. */
const wordPattern = /[^\s"',=/()[\]<>&?]+/g;
const separator = /[\s"',=/()[\]<>&?]/;
const untilSuffix = /^.*-(\d{1,12})(?!\d)/;
/** Matches a long word that ends with the id of any account. Hyphens after the number indicate a date or a path. */
const ofAnyAccount = /^(?!\d{4}-\d\d-\d\dT).{16,}-[1-9]\d{3,11}(?![-\w])/;
/** Finds most texts that contain no such word. */
const maybeOfAnyAccount = /[^\s"]{16}-[1-9]\d{3}/;

/** Shorter account ids end too many other values, such as dates. */
const minChosenAccountId = 1_000;

/**
 * Replaces issued credentials, and words with the form of a credential that was chosen for the account. Without an account, replaces long
 * words that could have been chosen for any account.
 */
export function withoutCredentials(text: string, accountId: number = 0): string {
  const safeText = text.length < minCredentialLength ? text : text.replace(issuedPattern, redaction);
  return withoutChosen(safeText, accountId);
}

function withoutChosen(text: string, accountId: number): string {
  if (accountId < minChosenAccountId) {
    return maybeOfAnyAccount.test(text) ? text.replace(wordPattern, (word) => withoutPart(word, ofAnyAccount)) : text;
  }
  // Most texts do not contain the account id, and this check is faster than the patterns.
  if (!text.includes(String(accountId))) return text;
  // A chosen credential may contain separators, so a text that consists of it is replaced as a whole.
  if (!/\s/.test(text) && Number(suffix.exec(text)?.[1]) === accountId && !clientId.test(text)) return redaction;
  const chosenPattern = new RegExp(`^.*.-0*${accountId}(?!\\d)`);
  return text.replace(wordPattern, (word) => withoutPart(word, chosenPattern));
}

function withoutPart(word: string, form: RegExp): string {
  return word.replace(form, (part) => (clientId.test(part) ? part : redaction));
}

/** Cuts a text. Replaces a word that may be a credential and would be cut, because its remaining part would not be recognized later. */
export function cutText(text: string, length: number): string {
  const beginning = text.slice(0, length);
  let start = length;
  while (start > 0 && !separator.test(text.charAt(start - 1))) start -= 1;
  const [word = ""] = text.slice(start, length + maxCredentialLength).match(wordPattern) ?? [];
  const isCut = start < length && start + word.length > length && Number(untilSuffix.exec(word)?.[1]) >= minChosenAccountId;
  return isCut ? beginning.slice(0, start) + redaction : beginning;
}

/** The journal shows only such client ids, because a client that swaps its id and its secret would send the secret as its id. */
export function isClientId(text: unknown): boolean {
  return typeof text === "string" && clientId.test(text);
}

/** Returns whether a JSON text contains a field with a secret, or a credential. May return true for other texts. */
export function secretsIn(names: ReadonlySet<string>): (json: string, accountId: number) => boolean {
  const suspicious = new RegExp(`"(?:${[...names].join("|")})":|${forms}`);
  return (json, accountId) => mayContainChosen(json, accountId) || suspicious.test(json);
}

function mayContainChosen(json: string, accountId: number): boolean {
  if (accountId < minChosenAccountId) return maybeOfAnyAccount.test(json);
  // In credentials in UUID form, the account id is padded with zeros.
  return json.includes(`-${accountId}`) || json.includes(`0${accountId}`);
}
