import type { WebhookEvent } from "@crm-platform/types";
import { serviceNames } from "@crm-platform/types/serviceNames";

/** A received request, for servers that do not provide a standard `Request`. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path and the query are not sufficient, unless you pass the option `url`. */
  readonly url: string;
  readonly headers: Pick<Headers, "get"> | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it was received. If the body is parsed and serialized again, the signature may not match. */
  readonly body: string | Uint8Array | ArrayBuffer;
}

export interface VerifyOptions {
  readonly clientSecret: string;
  /**
   * The URL to which the platform sent the request, which is the target URL in the app's webhook settings. Required if the request's URL is
   * only a path, as in `node:http`, or if a proxy changes the URL.
   *
   * @default the URL of the request
   */
  readonly url?: string | URL;
  /** The name of the service, if its headers and properties contain it; see `serviceName`. @default none */
  readonly serviceName?: string;
  /** The signature to check. Versions 1 and 2 do not limit the age of a request. @default "v3" */
  readonly version?: "v1" | "v2" | "v3";
  /** The current time in milliseconds since the epoch. @default Date.now() */
  readonly now?: number;
}

/** Thrown if a request cannot be verified as coming from the platform. Do not process its events, and respond with a 401. */
export class WebhookError extends Error {
  override readonly name: "WebhookError" = "WebhookError";
  /** `early` means that the request's timestamp is in the future. `malformed` applies to the timestamp and to the body. */
  readonly problem: "unsigned" | "expired" | "early" | "forged" | "malformed";

  constructor(problem: WebhookError["problem"], message: string) {
    super(message);
    this.problem = problem;
  }
}

const maxAgeMs = 300_000;

/**
 * Verifies the signature of a webhook request, and returns its events. Pass a standard `Request` whose body has not been read, or an object
 * with the raw body.
 *
 * @throws WebhookError if the signature is missing or wrong, if the request's timestamp differs from `now` by more than 5 minutes, or if the
 * body is not a list
 * @throws TypeError if the URL is not absolute, or an option is missing or invalid
 * @example
 * for (const event of await verifyWebhook(request, { clientSecret })) {
 *   if (event.subscriptionType === "ticket.propertyChange") console.log(event.propertyName, event.propertyValue);
 * }
 */
export async function verifyWebhook(
  request: Request | ReceivedRequest,
  { clientSecret, url = request.url, serviceName, version = "v3", now = Date.now() }: VerifyOptions,
): Promise<WebhookEvent[]> {
  const names = serviceName === undefined ? undefined : serviceNames(serviceName);
  // With an empty key, which an unset environment variable may cause, anyone could sign requests.
  if (typeof clientSecret !== "string" || clientSecret === "") throw new TypeError("The option clientSecret must be a non-empty string.");
  if (!["v1", "v2", "v3"].includes(version)) throw new TypeError(`The option version must be "v1", "v2" or "v3".`);
  if (!Number.isFinite(now)) throw new TypeError("The option now must be a time in milliseconds since the epoch.");
  const target = request.method + signedUrl(url);
  const header = (name: string) => headerOf(request.headers, `${names?.headerPrefix ?? "x-platform-"}${name}`);
  // With its own name, the service sends only one of the versions 1 and 2, and the version in another header.
  const signature = header(names && version !== "v3" ? "signature" : `signature-${version}`);
  const body = await ("arrayBuffer" in request ? request.arrayBuffer() : request.body);
  let expected: string;
  if (version === "v3") {
    const timestamp = header("request-timestamp");
    checkAge(timestamp, now);
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(clientSecret), algorithm, false, ["sign"]);
    const mac = await crypto.subtle.sign("HMAC", key, await join(target, body, timestamp));
    expected = btoa(String.fromCharCode(...new Uint8Array(mac)));
  } else {
    const hash = await crypto.subtle.digest("SHA-256", await join(clientSecret, version === "v2" ? target : "", body));
    expected = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  if (!isEqual(signature, expected)) {
    throw new WebhookError(
      "forged",
      "The signature does not match the request. Check the client secret and the URL, and pass the body as it was received.",
    );
  }
  const events = eventsIn(new TextDecoder().decode(await join(body)));
  return names ? (names.toDocument.value(events) as WebhookEvent[]) : events;
}

function headerOf(headers: ReceivedRequest["headers"], field: string): string {
  const isStandard = (value: ReceivedRequest["headers"]): value is Pick<Headers, "get"> => typeof value.get === "function";
  const value = isStandard(headers)
    ? headers.get(field)
    : Object.entries(headers)
        .find(([key]) => key.toLowerCase() === field)?.[1]
        ?.toString();
  if (!value) throw new WebhookError("unsigned", `The request has no header ${field}.`);
  return value;
}

function checkAge(timestamp: string, now: number): void {
  if (!/^\d+$/.test(timestamp)) {
    throw new WebhookError("malformed", "The timestamp must be in milliseconds since the epoch.");
  }
  const age = now - Number(timestamp);
  if (age > maxAgeMs) throw new WebhookError("expired", "The request is more than 5 minutes old.");
  if (age < -maxAgeMs) {
    throw new WebhookError("early", "The timestamp is more than 5 minutes in the future. Check the clock of this machine.");
  }
}

/** The platform signs the decoded URL. */
function signedUrl(url: string | URL): string {
  let href: string;
  try {
    href = new URL(url).href;
  } catch {
    throw new TypeError("The URL of the request must be absolute. Pass the webhook's target URL as the option url.");
  }
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

function join(...parts: readonly ReceivedRequest["body"][]): Promise<ArrayBuffer> {
  return new Blob(parts as ConstructorParameters<typeof Blob>[0]).arrayBuffer();
}

/** Compares all characters, so that the duration does not reveal the position of the first difference. */
function isEqual(signature: string, expected: string): boolean {
  let difference = signature.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1) difference |= signature.charCodeAt(index) ^ expected.charCodeAt(index);
  return difference === 0;
}

function eventsIn(text: string): WebhookEvent[] {
  try {
    const events: unknown = JSON.parse(text);
    if (Array.isArray(events)) return events;
  } catch {
    // Reported below.
  }
  throw new WebhookError("malformed", "The body is not a list of events.");
}
