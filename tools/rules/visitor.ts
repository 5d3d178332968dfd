/** The part of Redocly's plugin interface that the rules use. Nodes have an unknown type, because a document may be malformed. */

export interface Location {
  readonly source: { readonly absoluteRef: string };
  readonly pointer: string;
  child(path: string | readonly (string | number)[]): Location;
  /** Returns the location of the key instead of the value. */
  key(): Location;
}

interface Resolved {
  readonly node: unknown;
  /** Absent if the reference cannot be resolved, which the rule `no-unresolved-refs` reports. */
  readonly location?: Location | undefined;
}

export interface Context {
  readonly location: Location;
  readonly key: string | number;
  readonly parent: unknown;
  readonly type: { readonly name: string; readonly extensionsPrefix?: string };
  report(problem: { readonly message: string; readonly location: Location }): void;
  /** Returns a value that is not a `$ref` unchanged. `from` is the file to which the reference is relative. */
  resolve(node: unknown, from?: string): Resolved;
}

type Visit = (node: unknown, context: Context) => void;

/** A key is a Redocly node type (`redocly inspect-node-types` prints all of them), `any`, or `ref`. */
export interface Visitor {
  readonly [nodeType: string]: { readonly enter?: Visit; readonly leave?: Visit };
}

/** Called once for each document, so a rule can store state in its closure between nodes. */
export type Rule = () => Visitor;
