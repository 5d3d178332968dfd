import type { WebhookEvent } from "@crm-platform/types";

export interface StoredAttempt {
  readonly attemptNumber: number;
  readonly sentAt: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
}

export interface StoredDelivery {
  readonly number: number;
  readonly appId: number;
  readonly state: "pending" | "delivered" | "failed";
  readonly events: readonly WebhookEvent[];
  readonly attempts: readonly StoredAttempt[];
  /** When the next attempt is due, by the account's clock. First attempts are due at any time. */
  readonly dueAt: number;
}

export interface ClaimedDelivery extends StoredDelivery {
  /** A random value. A delivery can get the number of a deleted one, so the number alone does not identify a claim. */
  readonly claim: string;
}

export interface DeliveryQuery {
  /** Whether to return only deliveries that have been attempted. */
  readonly attempted?: boolean;
  readonly appId?: number;
  readonly eventType?: string;
  readonly state?: StoredDelivery["state"];
  readonly before?: number;
  readonly limit?: number;
}

export type NewDelivery = Pick<StoredDelivery, "number" | "appId" | "events">;

export interface DeliveryStore {
  add(delivery: NewDelivery): Promise<void>;
  get(number: number): Promise<StoredDelivery | undefined>;
  /** Returns the newest matching deliveries, oldest first. */
  list(query: DeliveryQuery): Promise<StoredDelivery[]>;
  count(query: DeliveryQuery): Promise<number>;
  /**
   * Claims due deliveries of an app, oldest first. Other processes cannot claim them for 20 seconds.
   * @param maxClaims the maximum number of the app's claimed deliveries, including those that other processes have claimed
   */
  claim(appId: number, now: number, maxClaims: number): Promise<ClaimedDelivery[]>;
  /** Whether the delivery still exists and has not been claimed again. */
  isClaimed(delivery: ClaimedDelivery): Promise<boolean>;
  /** Stores the results of deliveries that have not been claimed again, and ends their claims. */
  settle(deliveries: readonly ClaimedDelivery[]): Promise<void>;
  /** Deletes finished deliveries, except for the newest 1,000. */
  prune(): Promise<void>;
  /** Returns the apps with pending deliveries. */
  pendingApps(): Promise<number[]>;
  /** Returns when the app's next unclaimed delivery is due. */
  nextDue(appId: number): Promise<number | undefined>;
}

export interface DeliveryQueue {
  /** Calls the listener with an account whose deliveries may have become due, or with `undefined` for all accounts. */
  onDue(listener: (accountId?: number) => void): void;
  /** Calls the listeners after a few milliseconds, so that one transaction claims and settles several deliveries. */
  wake(accountId?: number): void;
  /** Returns the accounts with pending deliveries. */
  accounts(): Promise<number[]>;
  /** Ends all claims. Only for databases of a single process. */
  release(): Promise<void>;
}
