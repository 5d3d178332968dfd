import { timingSafeEqual } from "node:crypto";
import { Refusal } from "../../contract/errors/refusal.ts";
import { bearerToken } from "../../contract/request/bearer.ts";
import { type HttpRequest, inProcess } from "../../http/httpRequest.ts";
import { hashOf } from "../../platform/ids.ts";

// By these, and by every `X-Forwarded-…`, the usual proxies tell that there is somebody behind them.
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
 * Lets only those control the mock who may: whoever has the control token; where none is set, this machine. A request that a
 * proxy has passed on may come from anywhere, and one that a browser sends for a page comes from that page.
 * @throws Refusal INVALID_AUTHENTICATION or FORBIDDEN
 */
export function refuseStranger(
  { remoteAddress, headers, url }: Pick<HttpRequest, "remoteAddress" | "headers" | "url">,
  controlToken: string | undefined,
): void {
  if (controlToken !== undefined) {
    const token = bearerToken(headers["authorization"]);
    // Not even an empty control token is what somebody has who sends none.
    if (token === undefined || !isEqual(token, controlToken)) throw notInControl();
    return;
  }
  const isHere = remoteAddress === inProcess || (isLoopback(remoteAddress) && isLoopback(url.hostname));
  if (isHere && !isForwarded(headers) && isOwnPage(headers)) return;
  throw new Refusal(
    "FORBIDDEN",
    "The control API is open to this machine only. Start the mock with a control token, and send it as a bearer token.",
  );
}

function notInControl(): Refusal {
  const message = 'The control token is missing or wrong. Send it as "Authorization: Bearer <CONTROL_TOKEN>".';
  return new Refusal("INVALID_AUTHENTICATION", message, { headers: { "www-authenticate": "Bearer" } });
}

function isForwarded(headers: HttpRequest["headers"]): boolean {
  return Object.keys(headers).some((name) => ofProxies.has(name) || name.startsWith("x-forwarded-"));
}

/** An image or a link of a page sends no `Origin`; by `Sec-Fetch-Site` browsers tell of those, too, that another site sends them. */
function isOwnPage({ origin, "sec-fetch-site": site }: HttpRequest["headers"]): boolean {
  return origin === undefined ? site !== "cross-site" && site !== "same-site" : isLoopback(URL.parse(origin)?.hostname ?? "");
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").replace(/^::ffff:/, "");
  return name === "localhost" || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name);
}

/** Compares hashes, so that neither the time nor the length tells anything. */
export function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}
