import type { RequestEntry } from "../generated/control/schemas.ts";
import { inCode, inWords, type PlannedFault } from "./schedule.ts";

export interface Counterexample {
  readonly schedule: readonly PlannedFault[];
  /** The seed with which `explore` finds the same schedule again. */
  readonly seed: number;
  /** The requests of the failed run, oldest first. */
  readonly requests: readonly RequestEntry[];
}

/** The check fails with these faults. The message contains the faults in words and as code, the seed and the requests. */
export class ExploreError extends Error {
  override readonly name = "ExploreError";
  readonly schedule: readonly PlannedFault[];
  readonly seed: number;
  declare readonly requests: readonly RequestEntry[];
  /** Code that adds the faults to an account, for a regression test. */
  readonly code: string;

  /** @param cause what the check threw */
  constructor({ schedule, seed, requests }: Counterexample, cause: unknown) {
    const code = inCode(schedule);
    super(
      [
        `The check fails with ${schedule.length === 1 ? "one fault" : `${schedule.length} faults`}: ${messageOf(cause)}`,
        ...schedule.map((fault) => `  - ${inWords(fault)}`),
        `To repeat the run, set the seed ${seed}. To keep it as a test, add the faults to an account:`,
        ...code.split("\n").map((line) => `  ${line}`),
        "The requests of the run:",
        ...table(requests).map((line) => `  ${line}`),
      ].join("\n"),
      { cause },
    );
    this.schedule = schedule;
    this.seed = seed;
    // Test runners print all enumerable properties, and the message contains the requests already.
    Object.defineProperty(this, "requests", { value: requests });
    this.code = code;
  }
}

/** Also accepts values that cannot be converted to a string. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "a value that cannot be converted to a string";
  }
}

function table(requests: readonly RequestEntry[]): string[] {
  const rows = requests.map(({ operationId, path, status, fault, message = "" }, index) => [
    String(index + 1),
    operationId ?? path,
    String(status),
    fault === undefined ? "" : "fault",
    message,
  ]);
  const all = [["", "Operation", "Status", "Fault", "Message"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
