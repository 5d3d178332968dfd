/** Whether a body is a single JSON value, unlike a stream such as `application/x-ndjson`. */
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

function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}
