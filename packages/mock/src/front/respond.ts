import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, jsonType } from "../contract/message.ts";

/** The headers and the body of an answer as HTTP carries them. */
export interface Written {
  readonly headers: Record<string, string>;
  /** `undefined` for no body. */
  readonly text: string | undefined;
}

/** @param always headers of every response */
export function written(answer: Answer, always: Readonly<Record<string, string>> = {}): Written {
  const headers: Record<string, string> = { ...always, ...answer.headers };
  if (answer.body === undefined) {
    delete headers["content-type"];
    return { headers, text: undefined };
  }
  const isJson = (headers["content-type"] ?? jsonType).startsWith("application/json");
  if (!isJson) return { headers, text: String(answer.body) };
  headers["content-type"] = jsonType;
  return { headers, text: JSON.stringify(answer.body) };
}

/** @throws ConnectionLost as `fetch` fails when the connection does */
export function toResponse(answer: Answer): Response {
  if (answer.broken === "lost") throw new ConnectionLost();
  const { headers, text } = written(answer);
  const init = { status: answer.status, headers };
  if (text === undefined || answer.broken === undefined) return new Response(text ?? null, init);
  // Without a length, a body ends where the connection does, and half of it would pass for all (RFC 9112, section 6.3).
  headers["content-length"] = String(Buffer.byteLength(text));
  const half = new TextEncoder().encode(text.slice(0, Math.floor(text.length / 2)));
  const body = breakingOff(half);
  halves.set(body, half);
  return new Response(body, init);
}

// By their streams, because a response may be made anew around its body on the way out.
const halves = new WeakMap<ReadableStream, Uint8Array>();

/** The part of an answer that is sent before the connection is cut; `undefined` for a complete answer. */
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
