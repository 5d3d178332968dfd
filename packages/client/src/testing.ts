import type { Middleware } from "./engine/index.ts";
import { checkNumbers } from "./engine/numbers.ts";

export interface ChaosOptions {
  /** Share of requests that are affected, from 0 to 1. @default 0.1 */
  readonly rate?: number;
  /** The kinds of failures, chosen at random. @default all kinds */
  readonly kinds?: readonly ChaosKind[];
  /** Seed of the random sequence. Equal seeds produce equal sequences. @default 1 */
  readonly seed?: number;
  /** Maximum delay of `slow`, in milliseconds. @default 100 */
  readonly slowMs?: number;
  /** Called for each affected request. */
  readonly onChaos?: (event: { readonly kind: ChaosKind; readonly operationId: string; readonly attempt: number }) => void;
}

/**
 * - `unreachable`: the request is not sent.
 * - `droppedResponse`: the request is processed, but its response is lost.
 * - `truncated`: the response is cut off.
 * - `rateLimited`: the response is a 429 with `Retry-After: 0`, and the request is not processed.
 * - `unavailable`: the response is a 503, and the request is not processed.
 * - `slow`: the request is delayed.
 */
export type ChaosKind = "unreachable" | "droppedResponse" | "truncated" | "rateLimited" | "unavailable" | "slow";

const allKinds: readonly ChaosKind[] = ["unreachable", "droppedResponse", "truncated", "rateLimited", "unavailable", "slow"];

/**
 * Returns middleware that simulates network and service failures. Use it to test that a program loses no data. To test against a whole
 * service, use `@crm-platform/mock`.
 *
 * @throws TypeError if `rate` is not between 0 and 1, if `slowMs` is negative, or if a kind does not exist
 * @example
 * const client = createClient({ fetch: mock.fetch, middleware: [chaos({ rate: 0.3, seed: 7 })] });
 */
export function chaos({ rate = 0.1, kinds = allKinds, seed = 1, slowMs = 100, onChaos }: ChaosOptions = {}): Middleware {
  if (!(rate >= 0 && rate <= 1)) throw new TypeError(`chaos: rate must be between 0 and 1, not ${rate}`);
  checkNumbers({ slowMs }, { slowMs: 0 });
  const unknown = kinds.find((kind) => !allKinds.includes(kind));
  if (unknown !== undefined) throw new TypeError(`chaos: unknown kind ${unknown}; expected: ${allKinds.join(", ")}`);
  const random = randomFrom(seed);
  return async (request, next, { operationId, attempt }) => {
    const kind = random() < rate ? kinds[Math.floor(random() * kinds.length)] : undefined;
    if (kind === undefined) return next(request);
    onChaos?.({ kind, operationId, attempt });
    if (kind === "unreachable") throw new TypeError("chaos: the service is unreachable");
    if (kind === "rateLimited") return failure(429, "RATE_LIMITS", { "retry-after": "0" });
    if (kind === "unavailable") return failure(503, "INTERNAL_ERROR");
    if (kind === "slow") await new Promise((resolve) => setTimeout(resolve, random() * slowMs));
    const response = await next(request);
    if (kind === "slow") return response;
    const body = await response.arrayBuffer();
    if (kind === "droppedResponse") throw new TypeError("chaos: the response is lost");
    return new Response(breakingOff(body), response);
  };
}

function failure(status: number, category: string, headers: Record<string, string> = {}): Response {
  const body = { status: "error", category, message: "chaos", correlationId: "00000000-0000-4000-8000-000000000000" };
  return Response.json(body, { status, headers });
}

function breakingOff(body: ArrayBuffer): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(body.slice(0, body.byteLength / 2)));
      controller.error(new TypeError("chaos: the response is truncated"));
    },
  });
}

/** Returns a seeded random number generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
