import { Rejection } from "../../contract/errors/rejection.ts";
import type { HttpRequest } from "../../http/httpRequest.ts";

type Sender = Pick<HttpRequest, "headers" | "remoteAddress">;

export interface BodyRules {
  readonly limit: number;
  readonly budget: BodyBudget;
}

/** The bodies of one account or of one address. */
interface Holder {
  readonly key: unknown;
  shares: number;
  bytes: number;
  /** The incomplete bodies, sorted by the time of their last bytes. */
  readonly arriving: Set<BodyShare>;
}

/**
 * Limits the memory of all request bodies together. A holder can use half of it. If the next bytes of a body exceed the limit, the
 * budget evicts incomplete bodies, so that a client that sends slowly cannot block others.
 */
export class BodyBudget {
  readonly #limit: number;
  readonly #keyOf: (sender: Sender) => unknown;
  readonly #holders = new Map<unknown, Holder>();
  #heldBytes = 0;

  constructor(limit: number, keyOf: (sender: Sender) => unknown) {
    this.#limit = limit;
    this.#keyOf = keyOf;
  }

  /** @param evict called when the body is rejected because others need its memory */
  open(sender: Sender, evict: (rejection: Rejection) => void): BodyShare {
    const key = this.#keyOf(sender);
    let holder = this.#holders.get(key);
    if (!holder) {
      holder = { key, shares: 0, bytes: 0, arriving: new Set() };
      this.#holders.set(key, holder);
    }
    const share = new BodyShare(this, holder, evict);
    holder.shares += 1;
    return share;
  }

  /** @throws Rejection when the bytes exceed the limit */
  take(share: BodyShare, bytes: number): void {
    const { holder } = share;
    for (;;) {
      const isOverHalf = holder.bytes + bytes > this.#limit / 2;
      if (!isOverHalf && this.#heldBytes + bytes <= this.#limit) break;
      const slowest = slowestOf(isOverHalf ? [holder] : this.#holders.values(), share);
      if (!slowest) throw unavailable("Too many request bodies are being read at once.");
      slowest.close();
      slowest.evict(eviction());
    }
    this.#heldBytes += bytes;
    holder.bytes += bytes;
  }

  close({ holder }: BodyShare, bytes: number): void {
    this.#heldBytes -= bytes;
    holder.bytes -= bytes;
    holder.shares -= 1;
    if (holder.shares === 0) this.#holders.delete(holder.key);
  }
}

/** The received bytes of one body. */
export class BodyShare {
  readonly #budget: BodyBudget;
  readonly holder: Holder;
  readonly evict: (rejection: Rejection) => void;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isOpen = true;

  constructor(budget: BodyBudget, holder: Holder, evict: (rejection: Rejection) => void) {
    this.#budget = budget;
    this.holder = holder;
    this.evict = evict;
  }

  /** @throws Rejection when the bytes exceed the limit, or when the body has been evicted */
  add(chunk: Uint8Array): void {
    if (!this.#isOpen) throw eviction();
    const { arriving } = this.holder;
    arriving.delete(this);
    arriving.add(this);
    this.#budget.take(this, chunk.byteLength);
    this.#bytes += chunk.byteLength;
    this.#chunks.push(chunk);
  }

  /** Returns the whole body, which can no longer be evicted. */
  complete(): Uint8Array {
    this.holder.arriving.delete(this);
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#chunks = [];
    this.holder.arriving.delete(this);
    this.#budget.close(this, this.#bytes);
  }
}

/** Returns the incomplete body of the largest holder that has waited longest for its next bytes. */
function slowestOf(holders: Iterable<Holder>, newest: BodyShare): BodyShare | undefined {
  let slowest: BodyShare | undefined;
  for (const { bytes, arriving } of holders) {
    const [first] = arriving;
    if (first && first !== newest && bytes > (slowest?.holder.bytes ?? 0)) slowest = first;
  }
  return slowest;
}

function eviction(): Rejection {
  return unavailable("The rest of the body did not arrive before other requests needed its memory.");
}

function unavailable(reason: string): Rejection {
  // The rest of the body is not read, so the connection cannot be reused.
  const headers = { "retry-after": "1", connection: "close" };
  return new Rejection("SERVICE_UNAVAILABLE", `${reason} Try again in 1 second.`, { headers });
}

/** Returns the account id at the end of the access token. The body is read only after the token has been verified. */
export function accountOf({ headers }: Sender): unknown {
  const authorization = headers["authorization"] ?? "";
  return Number(authorization.slice(authorization.lastIndexOf("-") + 1));
}

export function addressOf({ remoteAddress }: Sender): unknown {
  return remoteAddress;
}
