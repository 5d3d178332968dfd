/** For tests of programs that use the client. The double of the service itself is `@crm-platform/mock`. */
import type { Middleware } from "./engine/index.ts";

export interface ChaosOptions {
  /** How often a request is met, from 0 to 1. Default: 0.1. */
  readonly rate?: number;
  /** What happens to a request that is met, one of these at random. Default: all of them. */
  readonly kinds?: readonly ChaosKind[];
  /** The same seed gives the same sequence. Default: 1. */
  readonly seed?: number;
  /** The longest delay of `slow`, in milliseconds. Default: 100. */
  readonly slowMs?: number;
  /** Told of each request that is met. */
  readonly onChaos?: (event: { readonly kind: ChaosKind; readonly operationId: string; readonly attempt: number }) => void;
}

/**
 * `unreachable`: the request never leaves; `lostAnswer`: it takes effect and its answer is lost; `truncated`: the answer breaks
 * off; `rateLimited`: 429 with `Retry-After: 0`, nothing done; `unavailable`: 503, nothing done; `slow`: it takes longer.
 */
export type ChaosKind = "unreachable" | "lostAnswer" | "truncated" | "rateLimited" | "unavailable" | "slow";

const allKinds: readonly ChaosKind[] = ["unreachable", "lostAnswer", "truncated", "rateLimited", "unavailable", "slow"];

/**
 * Middleware that makes requests fail the way networks and services do, to see whether a program loses anything.
 * @throws TypeError when `rate` is not between 0 and 1
 */
export function chaos({ rate = 0.1, kinds = allKinds, seed = 1, slowMs = 100, onChaos }: ChaosOptions = {}): Middleware {
  if (!(rate >= 0 && rate <= 1)) throw new TypeError(`rate is expected to be between 0 and 1, not ${rate}.`);
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
    if (kind === "lostAnswer") throw new TypeError("chaos: the answer is lost");
    return new Response(breakingOff(body), response);
  };
}

function failure(status: number, category: string, headers: Record<string, string> = {}): Response {
  const body = { status: "error", category, message: "chaos", correlationId: "00000000-0000-4000-8000-000000000000" };
  return Response.json(body, { status, headers });
}

/** Half of a body, and then the end of the connection. */
function breakingOff(body: ArrayBuffer): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(body.slice(0, body.byteLength / 2)));
      controller.error(new TypeError("chaos: the answer breaks off"));
    },
  });
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
