/** What the media types of bodies mean to a client, whatever parameters stand behind them. */

/** A body that is one JSON value. A stream of several, such as `application/x-ndjson`, is none. */
export function isJson(mediaType: string): boolean {
  return /^application\/(.+\+)?json\s*(;|$)/i.test(mediaType);
}

export function isText(mediaType: string): boolean {
  return /^text\//i.test(mediaType);
}

export function isForm(mediaType: string): boolean {
  return essenceOf(mediaType) === "application/x-www-form-urlencoded";
}

export function isMultipart(mediaType: string): boolean {
  return essenceOf(mediaType) === "multipart/form-data";
}

/** The type without its parameters, such as `charset`. */
function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}
