import type { Middleware } from "./engine/index.ts";

/** The part of `@opentelemetry/api` that the middleware uses. Pass the module itself. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string): Tracer;
    setSpan(context: never, span: never): unknown;
  };
  readonly context: {
    active(): unknown;
    with(context: never, work: () => Promise<Response>): Promise<Response>;
  };
  readonly propagation: {
    inject(context: never, carrier: never, setter: { set(carrier: Headers, name: string, value: string): void }): void;
  };
}

interface Tracer {
  startSpan(name: string, options: { readonly kind: number; readonly attributes: Record<string, string | number> }): Span;
}

interface Span {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { readonly code: number }): unknown;
  end(): void;
}

// These are the values of SpanKind.CLIENT and SpanStatusCode.ERROR, which are stable.
const client = 2;
const failed = 2;

/**
 * Returns middleware that records a client span per attempt and propagates the trace in the headers. The span is named after the
 * operation and has the attributes of the HTTP semantic conventions, with `url.template` instead of the URL, which may contain a
 * token.
 *
 * @example
 * import * as api from "@opentelemetry/api";
 * const client = createClient({ middleware: [openTelemetry(api)] });
 */
export function openTelemetry({ trace, context, propagation }: OpenTelemetryApi): Middleware {
  const tracer = trace.getTracer("@crm-platform/client");
  return (request, next, { operationId, path, attempt }) => {
    const { hostname, port, protocol } = new URL(request.url);
    const span = tracer.startSpan(operationId, {
      kind: client,
      attributes: {
        "http.request.method": request.method,
        "url.template": path,
        "server.address": hostname,
        "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
        ...(attempt > 1 && { "http.request.resend_count": attempt - 1 }),
      },
    });
    const active = trace.setSpan(context.active() as never, span as never);
    try {
      propagation.inject(active as never, request.headers as never, { set: (headers, name, value) => headers.set(name, value) });
    } catch {
      // Send the request without trace headers.
    }
    return context.with(active as never, async () => {
      try {
        const response = await next(request);
        span.setAttribute("http.response.status_code", response.status);
        if (response.status >= 400) fail(span, String(response.status));
        return response;
      } catch (error) {
        fail(span, error instanceof Error ? error.name : "error");
        throw error;
      } finally {
        span.end();
      }
    });
  };
}

function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: failed });
}
