import { type Made, makerOf } from "./state.ts";

/** A one-to-one mapping between objects in the model and objects in the platform. */
export class Bindings {
  readonly #real: Map<number, unknown>;
  readonly #made: Map<string, number>;

  constructor(from?: Bindings) {
    this.#real = from ? new Map(from.#real) : new Map();
    this.#made = from ? new Map(from.#made) : new Map();
  }

  /** Returns whether the binding is new or equals the existing one. */
  bind({ made }: Made, real: unknown): boolean {
    // Each account numbers its objects separately, so two accounts may use the same number.
    const key = /^\d+$/.test(String(real)) ? `${makerOf(made)} ${real}` : String(real);
    if (real === undefined || (this.#real.has(made) && this.#real.get(made) !== real)) return false;
    if (this.#made.has(key) && this.#made.get(key) !== made) return false;
    this.#real.set(made, real);
    this.#made.set(key, made);
    return true;
  }

  real(made: Made | undefined): string | undefined {
    return made && this.#real.has(made.made) ? String(this.#real.get(made.made)) : undefined;
  }
}

/** Binds created objects. After a mismatch, the bindings are invalid. */
export function fits(expected: unknown, observed: unknown, bindings: Bindings): boolean {
  if (expected === null || typeof expected !== "object") return expected === observed;
  if ("made" in expected) return bindings.bind(expected as Made, observed);
  if (expected instanceof Set) return Array.isArray(observed) && fitsInAnyOrder([...expected], observed, bindings);
  if (observed === null || typeof observed !== "object" || Array.isArray(expected) !== Array.isArray(observed)) return false;
  const wanted = Object.entries(expected).filter(([, value]) => value !== undefined);
  const found = Object.entries(observed).filter(([, value]) => value !== undefined);
  if (wanted.length !== found.length) return false;
  return wanted.every(([name, value]) => fits(value, (observed as Record<string, unknown>)[name], bindings));
}

/** The first match is correct, because created objects are bound by earlier responses. */
function fitsInAnyOrder(expected: readonly unknown[], observed: readonly unknown[], bindings: Bindings): boolean {
  const left = [...observed];
  return (
    expected.length === observed.length &&
    expected.every((one) => {
      const index = left.findIndex((other) => fits(one, other, new Bindings(bindings)));
      return index >= 0 && fits(one, left.splice(index, 1)[0], bindings);
    })
  );
}
