import type { Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { Rejection } from "../../../contract/errors/rejection.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { Row } from "../components/table.tsx";
import { consoleError } from "../page.tsx";
import { filterOf, requestColumns } from "./requestColumns.tsx";

/** Every request wakes every stream, and each stream reads the journal, so more streams would slow down the mock. */
const maxStreams = 32;
const retryAfterSeconds = 10;
const heartbeatMs = 15_000;
const retryMs = 1_000;
/** The same limit applies in `live.js`. Older requests are skipped after a reconnect. */
const maxRows = 500;

/** The event id is the id of the journal entry, so a browser that reconnects continues after the last row that it received. */
export function addEvents(app: Hono<Bindings>, { control, onError }: Parts): void {
  let open = 0;
  app.get("/events", async (context) => {
    const { after, ...query } = context.req.query();
    const filter = filterOf(query);
    const seen = numberOf(context.req.header("last-event-id") ?? after);
    // The journal is read before the stream starts, so that the response to an invalid filter has an error status.
    const [oldest] = await control.requests.list({ ...filter, after: seen, limit: maxRows });
    const start = oldest ? oldest.id - 1 : seen;
    // A stream for a HEAD request would never be read, so it would never end.
    if (context.req.method === "HEAD") return context.body(null, 200, { "content-type": "text/event-stream" });
    if (open >= maxStreams) return tooManyStreams(context);
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
          const row = await (<Row columns={requestColumns} item={entry} />);
          await stream.writeSSE({ event: "request", id: String(entry.id), data: String(row) });
        }
      } catch (error) {
        // A rejection means that the account was deleted. The browser receives the error when it reconnects.
        if (!(error instanceof Rejection)) onError(error);
      } finally {
        open -= 1;
        clearInterval(heartbeat);
      }
    });
  });
}

async function tooManyStreams(context: Context<Bindings>): Promise<Response> {
  const message = `${maxStreams} pages already follow the requests of this mock, which is the maximum. Close one of those pages, or reload this page to see new requests.`;
  const response = await consoleError(context, 503, "Too many live pages", message);
  response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}

function numberOf(id: string | undefined): number {
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : 0;
}
