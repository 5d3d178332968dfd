import { setTimeout as sleep } from "node:timers/promises";
import { type ContractResponse, jsonType } from "../contract/message.ts";

export interface WireContent {
  readonly headers: Record<string, string>;
  readonly text: string | undefined;
}

export function contentOf(response: ContractResponse, always: Readonly<Record<string, string>> = {}): WireContent {
  const headers: Record<string, string> = { ...always, ...response.headers };
  if (response.body === undefined) {
    delete headers["content-type"];
    return { headers, text: undefined };
  }
  if (isJson(headers)) headers["content-type"] = jsonType;
  return { headers, text: response.text ?? textOf(response) };
}

/** Returns the body as it is sent. */
export function textOf({ headers, body }: ContractResponse): string | undefined {
  if (body === undefined) return undefined;
  return isJson(headers) ? JSON.stringify(body) : String(body);
}

function isJson(headers: ContractResponse["headers"]): boolean {
  return (headers["content-type"] ?? jsonType).startsWith("application/json");
}

/** @throws ConnectionLost when a fault drops the connection */
export function toResponse(response: ContractResponse): Response {
  if (response.drop === "lost") throw new ConnectionLost();
  const { headers, text } = contentOf(response);
  const init = { status: response.status, headers };
  if (text === undefined || response.drop === undefined) return new Response(text ?? null, init);
  // Without this header, the client would treat a truncated body as complete (RFC 9112, section 6.3).
  headers["content-length"] = String(Buffer.byteLength(text));
  const half = new TextEncoder().encode(text.slice(0, Math.floor(text.length / 2)));
  const body = breakingOff(half);
  halves.set(body, half);
  return new Response(body, init);
}

// The keys are streams, because middleware may replace the response object.
const halves = new WeakMap<ReadableStream, Uint8Array>();

/** Returns `undefined` for a complete response. */
export function halfOf({ body }: Response): Uint8Array | undefined {
  return body === null ? undefined : halves.get(body);
}

export class ConnectionLost extends TypeError {
  constructor() {
    super("fetch failed: a fault of the mock dropped the connection");
    this.name = "ConnectionLost";
  }
}

function breakingOff(half: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(half),
    async pull(controller) {
      // Without this delay, the server would send nothing, because the stream would fail immediately.
      await sleep(20);
      controller.error(new TypeError("terminated: a fault of the mock dropped the connection"));
    },
  });
}
