import type { AccessToken, AnyDocument, Collection, Documents, RefreshToken, StoredDocument } from "./documents.ts";

export interface TokenPlace {
  readonly number: number;
  readonly collection: "accessToken" | "refreshToken";
  readonly key: string;
}

export type StoredToken = { readonly key: string } & (
  | { readonly collection: "accessToken"; readonly document: AccessToken }
  | { readonly collection: "refreshToken"; readonly document: RefreshToken }
);

export interface DocumentStore {
  get<Name extends Collection>(collection: Name, key: string): Promise<Documents[Name] | undefined>;
  /** Returns documents in the byte order of their keys. */
  list<Name extends Collection>(collection: Name): Promise<StoredDocument<Name>[]>;
  /** Returns documents whose keys are smaller than `before`, in descending order. */
  lastBefore<Name extends Collection>(collection: Name, before: string, limit: number): Promise<StoredDocument<Name>[]>;
  /** Returns tokens, newest first. Tokens with the same `number` are ordered by collection and key. */
  newestTokens(after: TokenPlace | undefined, limit: number): Promise<StoredToken[]>;
  count(collection: Collection): Promise<number>;
  put<Name extends Collection>(collection: Name, documents: readonly StoredDocument<Name>[]): Promise<void>;
  putAll(documents: readonly AnyDocument[]): Promise<void>;
  delete(collection: Collection, key: string): Promise<boolean>;
  /** Also deletes the grant's access tokens. */
  deleteGrant(grantId: string): Promise<void>;
  /** Deletes the oldest expired codes and access tokens. @param limit applies to each of the two moments */
  deleteExpired(moments: { readonly before: number; readonly wallBefore: number }, limit: number): Promise<void>;
}
