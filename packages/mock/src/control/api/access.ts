import { timingSafeEqual } from "node:crypto";
import { Rejection } from "../../contract/errors/rejection.ts";
import { bearerToken } from "../../contract/request/bearer.ts";
import { isLoopback } from "../../http/host.ts";
import { type HttpRequest, inProcess } from "../../http/httpRequest.ts";
import { hashOf } from "../../platform/ids.ts";

// Headers that proxies add, in addition to `X-Forwarded-…`.
const ofProxies = new Set([
  "forwarded",
  "via",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-original-forwarded-for",
  "cf-connecting-ip",
  "true-client-ip",
  "fastly-client-ip",
  "fly-client-ip",
  "x-azure-clientip",
  "x-envoy-external-address",
  "x-originating-ip",
  "x-proxyuser-ip",
  "cdn-loop",
]);

/**
 * Requires the control token or, if none is set, a request from this machine that is not a webhook and came neither through a proxy nor
 * from another site.
 * @throws Rejection INVALID_AUTHENTICATION or FORBIDDEN
 */
export function rejectStranger(
  { remoteAddress, headers, url }: Pick<HttpRequest, "remoteAddress" | "headers" | "url">,
  controlToken: string | undefined,
): void {
  if (controlToken !== undefined) {
    const token = bearerToken(headers["authorization"]);
    // A request without a token must not match an empty control token.
    if (token === undefined || !isEqual(token, controlToken)) throw notInControl();
    return;
  }
  // Apps choose the targets of webhooks, and webhooks of every mock on this machine come from this machine.
  if (isWebhook(headers)) throw new Rejection("FORBIDDEN", "The control API and the console do not accept webhooks.");
  const isHere = remoteAddress === inProcess || (isLoopback(remoteAddress) && isLoopback(url.hostname));
  if (isHere && !isForwarded(headers) && isOwnPage(headers)) return;
  throw new Rejection(
    "FORBIDDEN",
    "The control API accepts requests from this machine only. To use it from another machine, start the mock with a control token, and send the token as a bearer token.",
  );
}

function notInControl(): Rejection {
  const message = 'The control token is missing or wrong. Send it as "Authorization: Bearer <CONTROL_TOKEN>".';
  return new Rejection("INVALID_AUTHENTICATION", message, { headers: { "www-authenticate": "Bearer" } });
}

/** Only webhooks contain a signature. The header may contain the name of a service. */
function isWebhook(headers: HttpRequest["headers"]): boolean {
  return Object.keys(headers).some((name) => /^x-[a-z0-9]+-signature-v3$/.test(name));
}

function isForwarded(headers: HttpRequest["headers"]): boolean {
  return Object.keys(headers).some((name) => ofProxies.has(name) || name.startsWith("x-forwarded-"));
}

/** Browsers send no `Origin` for some requests, such as those for images and links. In that case, `Sec-Fetch-Site` is checked. */
function isOwnPage({ origin, "sec-fetch-site": site }: HttpRequest["headers"]): boolean {
  return origin === undefined ? site !== "cross-site" && site !== "same-site" : isLoopback(URL.parse(origin)?.hostname ?? "");
}

/** Compares hashes, so that the duration of the comparison reveals neither the content nor the length of a secret. */
export function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}
