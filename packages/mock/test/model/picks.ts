import fc from "fast-check";

export interface At {
  readonly at: number;
}

/** Selects one of the existing objects, counted from the newest. */
export interface Pick {
  readonly pick: number;
  /** Default: the account of the command. */
  readonly of?: number;
}

// Most commands use one account. The other accounts contain the same ids and must not be affected.
export const at = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 2) });
const pick = fc.oneof(
  { weight: 6, arbitrary: fc.record({ pick: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ pick: fc.nat(4), of: fc.constantFrom(0, 1) }) },
);

export function picking<Rest extends At>(rest: fc.Arbitrary<Rest>): fc.Arbitrary<Rest & Pick> {
  return fc.tuple(rest, pick).map(([command, picked]) => ({ ...command, ...picked }));
}
