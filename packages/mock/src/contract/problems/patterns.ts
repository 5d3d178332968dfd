const recordPathWords = "must be an object type and a record id, for example contacts/3101";

/** The patterns of the platform's and the control API's document. */
const patterns: Readonly<Record<string, string>> = {
  "^[A-Z]{3}$": "must be three upper-case letters",
  "\\S": "must not be blank",
  "^\\d+$": "must consist of digits",
  "^[0-9]+$": "must consist of digits",
  "^[0-9]{1,9}$": "must consist of 1 to 9 digits",
  "^[0-9]{1,15}$": "must consist of 1 to 15 digits",
  "^[0-9]{1,16}$": "must consist of 1 to 16 digits",
  "^[1-9][0-9]{0,15}$|^[0-9]+[.][0-9]+[.][0-9]+$": "must be the number of an entry, or a value of X-Mock-Request-Id",
  "^[1-9][0-9]{0,14}$": "must consist of 1 to 15 digits and not start with 0",
  "^@-?[0-9]+$": "must be @ and a number of seconds since the epoch, for example @1776672000",
  "^[0-9]{4}-[0-9]{2}$": "must be a month, for example 2026-04",
  "^[1-5]([0-9]{2}|XX)$": "must be a status or a range of statuses, for example 404 or 4XX",
  "^[a-z][a-z0-9_]*$": "must consist of lower-case letters, digits and underscores, and start with a letter",
  "^2-[1-9][0-9]{0,14}$": "must be the type id of a custom object type, for example 2-3401",
  "^[A-Za-z][A-Za-z0-9_]*$": "must consist of letters, digits and underscores, and start with a letter",
  "^[A-Za-z_][A-Za-z0-9_]*$": "must consist of letters, digits and underscores, and not start with a digit",
  "^[A-Za-z0-9._~+/-]+$": "must consist of letters, digits and the characters . _ ~ + / -",
  "^[\\x21\\x23-\\x5B\\x5D-\\x7E]+$": 'must consist of printable ASCII characters other than spaces, " and \\',
  "^[^#]*$": "must not contain a fragment, which starts with #",
  "^[^./\\p{C}][^/\\p{C}]*$": "must not contain slashes or control characters, and not start with a period",
  "^[^/]+/[1-9][0-9]{0,14}$": recordPathWords,
  "^[0-9]{1,15}[.](accessToken|refreshToken)[.].+$": "must be a value of paging.next.after",
  "^[A-Za-z0-9](-*[A-Za-z0-9])*([.][A-Za-z0-9](-*[A-Za-z0-9])*)+$": "must be a domain, for example larkspurbikes.example",
};

const formats: Readonly<Record<string, string>> = {
  date: "must be a date, for example 2026-04-20",
  "date-time": "must be a time in ISO 8601 format, for example 2026-04-20T08:00:00Z",
  duration: "must be a duration in ISO 8601 format, for example PT5M",
  email: "must be an email address, for example jonas.brandt@larkspurbikes.example",
  hostname: "must be a host name, for example larkspurbikes.example",
  int32: "must be an integer from -2147483648 to 2147483647",
  int64: "must be an integer of at most 64 bits",
  ipv4: "must be an IPv4 address, for example 192.0.2.1",
  ipv6: "must be an IPv6 address, for example 2001:db8::1",
  time: "must be a time of day, for example 08:00:00Z",
  uri: "must be an absolute URL, for example https://app.example/callback",
  "uri-reference": "must be a URL, for example /callback",
  uuid: "must be a UUID, for example 1f0c6c2e-5d7a-4b83-9c14-8e2a7f3b6d90",
};

export function wordsForPattern(pattern: unknown): string {
  return patterns[String(pattern)] ?? `must match the pattern ${pattern}`;
}

export function wordsForFormat(format: unknown): string {
  return formats[String(format)] ?? `must have the format ${format}`;
}
