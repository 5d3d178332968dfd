/** One direction of an association. The store contains both directions. */
export interface Link {
  readonly fromType: string;
  readonly fromId: string;
  readonly typeId: number;
  readonly toType: string;
  readonly toId: string;
}

/** Selects the links of one type from one record. Only links with a `toId` greater than `after` are selected. */
export interface PageStart {
  readonly fromType: string;
  readonly fromId: string;
  readonly typeId: number;
  readonly after: number;
}

export interface LinkKind {
  readonly typeId: number;
  readonly toType: string;
  readonly count: number;
}

export interface AssociationStore {
  add(links: readonly Link[]): Promise<void>;
  remove(links: readonly Link[]): Promise<void>;
  /** Returns links ordered by `fromId`, `toId` and `typeId` as numbers. */
  from(fromType: string, fromIds: readonly string[], toType: string): Promise<Link[]>;
  pages(starts: readonly PageStart[], limit: number): Promise<Link[][]>;
  kinds(fromType: string, fromId: string): Promise<LinkKind[]>;
  /** Returns the links of the given types in key order. Reads all links of the account. */
  ofTypes(typeIds: readonly number[]): Promise<Link[]>;
  /** Returns all links, in both directions, in key order. */
  list(): Promise<Link[]>;
}
