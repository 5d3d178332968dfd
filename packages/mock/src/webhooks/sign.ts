import { createHmac, hash } from "node:crypto";
import type { ServiceNames } from "@crm-platform/types/serviceNames";

/** Returns the headers of a delivery, with the signatures of all versions. With its own name, the service omits version 2. */
export function signedHeaders(
  url: URL,
  body: string,
  clientSecret: string,
  timestamp: number,
  names?: ServiceNames,
): Record<string, string> {
  const prefix = names?.headerPrefix ?? "x-platform-";
  const target = `POST${decode(url.href)}`;
  const first = hash("sha256", `${clientSecret}${body}`);
  const early = names
    ? { [`${prefix}signature`]: first, [`${prefix}signature-version`]: "v1" }
    : { [`${prefix}signature-v1`]: first, [`${prefix}signature-v2`]: hash("sha256", `${clientSecret}${target}${body}`) };
  return {
    "content-type": "application/json",
    "user-agent": "crm-platform-mock",
    [`${prefix}request-timestamp`]: String(timestamp),
    ...early,
    [`${prefix}signature-v3`]: createHmac("sha256", clientSecret).update(`${target}${body}${timestamp}`).digest("base64"),
  };
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
