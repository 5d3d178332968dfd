export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or the fields of a form. */
  readonly body?: string | URLSearchParams | undefined;
}

/** Returns a command for a shell that sends the request. */
export function curlCommand({ method, url, headers = {}, body }: CurlRequest): string {
  const isUsualMethod = method === (body === undefined ? "GET" : "POST");
  const data =
    typeof body === "string"
      ? [`--json ${quoted(body)}`]
      : [...(body ?? [])].map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  return [
    `curl ${isUsualMethod ? "" : `--request ${method} `}${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...data,
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
