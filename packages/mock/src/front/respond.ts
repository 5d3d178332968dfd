import { type Answer, jsonType } from "../contract/message.ts";

/** Puts an answer into HTTP. An answer without a body has no content type either. */
export function toResponse(answer: Answer): Response {
  const headers = new Headers(answer.headers);
  if (answer.body === undefined) {
    headers.delete("content-type");
    return new Response(null, { status: answer.status, headers });
  }
  const mediaType = headers.get("content-type") ?? jsonType;
  if (!mediaType.startsWith("application/json")) return new Response(String(answer.body), { status: answer.status, headers });
  headers.set("content-type", jsonType);
  return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
}
