import type { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { Refusal } from "../../../contract/errors/refusal.ts";
import type { Control } from "../../../control/control.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { consoleRefusal } from "../page.tsx";
import { type RequestFilter, readFilter } from "./requestFilter.ts";
import { RequestRow } from "./requestRow.tsx";

/** Every request wakes every stream, and each reads the journal: more of them would slow down the mock for everyone. */
const maxStreams = 32;
const retryAfterSeconds = 10;
const heartbeatMs = 15_000;
/** After so long a browser whose connection was lost comes again. */
const retryMs = 1_000;
/** So many rows a page has at most, see `live.js`: of what came while nobody looked, no more are sent. */
const maxRows = 500;

/**
 * The requests as they come, each as a row of the list, as server-sent events. The id of an event is that of its entry, so a
 * browser that comes again goes on where it was, without a loss or a double.
 */
export function addEvents(app: Hono<Bindings>, { control, onError }: Parts): void {
  let open = 0;
  app.get("/events", async (context) => {
    const { after, ...query } = context.req.query();
    const filter = readFilter(query);
    // Refuses what is wrong with the filter while there still is a status to tell it by.
    const start = await startOf(control, filter, numberOf(context.req.header("last-event-id") ?? after));
    // Nobody would ever read the stream, nor leave it.
    if (context.req.method === "HEAD") return context.body(null, 200, { "content-type": "text/event-stream" });
    if (open >= maxStreams) return tooManyStreams();
    open += 1;
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, ...(context.env.closing ? [context.env.closing] : [])]);
    return streamSSE(context, async (stream) => {
      stream.onAbort(() => gone.abort());
      const heartbeat = setInterval(() => void stream.write(":\n\n"), heartbeatMs).unref();
      signal.addEventListener("abort", () => clearInterval(heartbeat));
      try {
        await stream.write(`retry: ${retryMs}\n\n`);
        for await (const entry of control.requests.watch({ ...filter, after: start, signal })) {
          await stream.writeSSE({ event: "request", id: String(entry.id), data: String(await (<RequestRow entry={entry} isFresh />)) });
        }
      } catch (error) {
        // The account has ended; the browser learns more when it connects again.
        if (!(error instanceof Refusal)) onError(error);
      } finally {
        open -= 1;
        clearInterval(heartbeat);
      }
    });
  });
}

async function tooManyStreams(): Promise<Response> {
  const message = `${maxStreams} pages already follow the requests of this mock, and there can be no more. Close one, or reload this page to see new requests.`;
  const response = await consoleRefusal(503, "Too many live pages", message);
  response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}

/** Where to go on after an entry: there, or later when more came in between than a page can show. */
async function startOf(control: Control, filter: RequestFilter, after: number): Promise<number> {
  const [oldest] = await control.requests.list({ ...filter, after, limit: maxRows });
  return oldest ? oldest.id - 1 : after;
}

function numberOf(id: string | undefined): number {
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : 0;
}
