import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, jsonType } from "../contract/message.ts";

/** Puts an answer into HTTP. An answer without a body has no content type either. */
export function toResponse(answer: Answer): Response {
  // As `fetch` fails when the connection does.
  if (answer.broken === "lost") throw new ConnectionLost();
  const headers = new Headers(answer.headers);
  if (answer.body === undefined) {
    headers.delete("content-type");
    return new Response(null, { status: answer.status, headers });
  }
  const mediaType = headers.get("content-type") ?? jsonType;
  if (!mediaType.startsWith("application/json")) return new Response(String(answer.body), { status: answer.status, headers });
  headers.set("content-type", jsonType);
  const text = JSON.stringify(answer.body);
  if (answer.broken !== "truncated") return new Response(text, { status: answer.status, headers });
  // Without a length, a body ends where the connection does, and half of it would pass for all (RFC 9112, section 6.3).
  headers.set("content-length", String(Buffer.byteLength(text)));
  const half = new TextEncoder().encode(text.slice(0, Math.floor(text.length / 2)));
  const body = breakingOff(half);
  halves.set(body, half);
  return new Response(body, { status: answer.status, headers });
}

// By their streams, because a response may be made anew around its body on the way out.
const halves = new WeakMap<ReadableStream, Uint8Array>();

/** What comes of an answer before the connection is cut; `undefined` for an answer that comes whole. */
export function halfOf({ body }: Response): Uint8Array | undefined {
  return body === null ? undefined : halves.get(body);
}

/** A fault has cut the connection before the answer. */
export class ConnectionLost extends TypeError {
  constructor() {
    super("fetch failed: a fault of the mock has cut the connection");
    this.name = "ConnectionLost";
  }
}

function breakingOff(half: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(half),
    async pull(controller) {
      // A server sends nothing of an answer that fails at once.
      await sleep(20);
      controller.error(new TypeError("terminated: a fault of the mock has cut the connection"));
    },
  });
}
