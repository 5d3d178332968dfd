import { createHmac, hash } from "node:crypto";
import { signatureHeader } from "../http/httpRequest.ts";

/** Returns the headers of a delivery, with the signatures of all versions. */
export function signedHeaders(url: URL, body: string, clientSecret: string, timestamp: number): Record<string, string> {
  const target = `POST${decode(url.href)}`;
  return {
    "content-type": "application/json",
    "user-agent": "crm-platform-mock",
    "x-platform-request-timestamp": String(timestamp),
    "x-platform-signature-v1": hash("sha256", `${clientSecret}${body}`),
    "x-platform-signature-v2": hash("sha256", `${clientSecret}${target}${body}`),
    [signatureHeader]: createHmac("sha256", clientSecret).update(`${target}${body}${timestamp}`).digest("base64"),
  };
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
