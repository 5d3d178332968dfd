import { hash } from "node:crypto";
import type { AccountStore } from "../store/accountStore.ts";

/** Greater than the ids that seed files typically contain. */
export const firstNumber = 10_000_000_000;

/**
 * Credentials end with the account id, so that they identify the account, and so that the journal recognizes and hides them
 * (`contract/problems/credentials.ts`). Ids are derived from the seed, the account and its numbers, so they are reproducible, and
 * unique even across processes.
 */
export class Ids {
  readonly #seed: string;
  readonly #store: AccountStore;

  constructor(seed: string, store: AccountStore) {
    this.#seed = seed;
    this.#store = store;
  }

  async number(): Promise<number> {
    return firstNumber + (await this.#store.nextNumber());
  }

  async uuid(): Promise<string> {
    return uuidOf(await this.#digest("hex"));
  }

  /** Returns a UUID that ends with the account id. */
  async clientId(): Promise<string> {
    return withAccount(await this.uuid(), this.#store.accountId);
  }

  /** Returns a UUID that ends with the account id. Its version, 8, distinguishes it from a client id. */
  async clientSecret(): Promise<string> {
    const id = await this.clientId();
    return `${id.slice(0, 14)}8${id.slice(15)}`;
  }

  /** Returns 28 letters and digits that end with the account id. The documentation of a similar API shows 26 to 30 characters. */
  async password(): Promise<string> {
    const text = (await this.#digest("base64url")).replaceAll("-", "A").replaceAll("_", "z");
    return text.slice(0, 16) + accountDigits(this.#store.accountId);
  }

  /** Returns a code or refresh token: a region and a UUID that ends with the account id. */
  async regional(): Promise<string> {
    return `na1-${await this.clientId()}`;
  }

  /** Returns a URL-safe token that ends with the account id. */
  async accessToken(): Promise<string> {
    return `${(await this.#digest("base64url")).replaceAll("-", "_")}-${this.#store.accountId}`;
  }

  /** Returns lower-case letters and digits. */
  async characters(length: number): Promise<string> {
    return lettersAndDigits(await this.#digest("hex"), length);
  }

  async #digest(encoding: "hex" | "base64url"): Promise<string> {
    return hash("sha256", `${this.#seed} ${this.#store.accountId} ${await this.#store.nextNumber()}`, encoding);
  }
}

function uuidOf(hex: string): string {
  const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function accountIdOf(credential: string): number | undefined {
  const digits = /-(\d{1,12})$/.exec(credential)?.[1];
  return Number(digits ?? 0) || undefined;
}

export function hashOf(credential: string): string {
  return hash("sha256", credential, "base64url");
}

function withAccount(uuid: string, accountId: number): string {
  return uuid.slice(0, -12) + accountDigits(accountId);
}

function accountDigits(accountId: number): string {
  return String(accountId).padStart(12, "0");
}

function lettersAndDigits(hex: string, length: number): string {
  return BigInt(`0x${hex}`).toString(36).padStart(length, "0").slice(-length);
}

export interface CorrelationIds {
  next(): string;
  restart(): void;
}

/** @param process distinguishes processes that share a database; empty for reproducible ids in a single process */
export function createCorrelationIds(seed: string, process: string): CorrelationIds {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return uuidOf(hash("sha256", `${seed} correlation ${process} ${count}`));
    },
    restart: () => {
      count = 0;
    },
  };
}
