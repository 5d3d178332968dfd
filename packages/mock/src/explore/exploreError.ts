import { inspect } from "node:util";
import { effectInWords } from "../control/effectInWords.ts";
import type { RequestEntry, WebhookDelivery } from "../generated/control/schemas.ts";
import { deliveryOperation } from "../platform/faults.ts";
import type { PlannedFault } from "./schedule.ts";

interface Options {
  readonly seed: number;
  readonly runs: number;
  readonly faults: readonly string[] | undefined;
}

export interface Run {
  /** What `check` throws, or the limit that `run` or `check` exceeds. */
  readonly failure: { readonly thrown: unknown } | undefined;
  /** What `run` throws. */
  readonly rejection: { readonly thrown: unknown } | undefined;
  /** The faults by their ids. */
  readonly faults: ReadonlyMap<string, PlannedFault>;
  /** Oldest first. */
  readonly requests: readonly RequestEntry[];
  readonly deliveries: readonly WebhookDelivery[];
}

/** The check fails with these faults. The message contains the faults in words and as code, the seed, the requests and the webhooks. */
export class ExploreError extends Error {
  override readonly name = "ExploreError";
  readonly schedule: readonly PlannedFault[];
  /** The seed with which `explore` finds the same schedule again, with the same scenario, `runs` and `faults`. */
  readonly seed: number;

  constructor(schedule: readonly PlannedFault[], options: Options, run: Run) {
    const rows = rowsOf(run);
    const message = runInWords(`The check fails with ${schedule.length === 1 ? "one fault" : `${schedule.length} faults`}`, run, [
      ...schedule.map((fault) => `  - ${inWords(fault, rows)}`),
      `To repeat the run, use the options ${JSON.stringify(options)}. To keep it as a test, add the faults to an account:`,
      ...schedule.map(
        ({ operationId, nth, effect }) =>
          `  await mock.faults.add({ match: { accountId, operationId: "${operationId}", nth: ${nth} }, effect: ${JSON.stringify(effect)} });`,
      ),
    ]);
    super(message, { cause: run.failure?.thrown });
    this.schedule = schedule;
    this.seed = options.seed;
  }
}

/** Returns a headline with the error, the details, and the requests and webhooks of the run. */
export function runInWords(headline: string, run: Run, details: readonly string[] = []): string {
  const { failure, rejection } = run;
  const isHidden = failure && rejection && failure.thrown !== rejection.thrown;
  const rows = rowsOf(run);
  const extent = rows.length > maxRows ? ` (the first ${maxRows} of ${rows.length.toLocaleString("en")})` : "";
  return [
    `${headline}: ${messageOf((failure ?? rejection)?.thrown)}`,
    ...(isHidden ? [`The run rejected with: ${messageOf(rejection.thrown)}`] : []),
    ...details,
    `The requests and webhooks of the run${extent}:`,
    ...table(rows.slice(0, maxRows)).map((line) => `  ${line}`),
  ].join("\n");
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : inspect(thrown);
}

const maxRows = 40;

interface Row {
  readonly fault: PlannedFault | undefined;
  /** The operation; the path of a request, which names the object type, or the events of a webhook; status, fault and message. */
  readonly cells: readonly [operation: string, subject: string, status: string, fault: string, message: string];
}

/** Returns the rows in the order of the account's clock. */
function rowsOf({ requests, deliveries, faults }: Run): Row[] {
  const attempts = deliveries.flatMap(({ events, attempts: all }) => all.map((attempt) => ({ events, at: attempt.sentAt, ...attempt })));
  let nthWebhook = 0;
  return [...requests, ...attempts]
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map((entry) => {
      if ("events" in entry) {
        nthWebhook += 1;
        const { events, status, error } = entry;
        const subjects = events.map((event) => `${event.subscriptionType}${"objectId" in event ? ` ${event.objectId}` : ""}`);
        const fault = [...faults.values()].find(({ operationId, nth }) => operationId === deliveryOperation && nth === nthWebhook);
        return rowOf(fault, deliveryOperation, subjects.join(", "), status, error);
      }
      const { operationId, method, path, requestPath = path, status, fault = "", message } = entry;
      return rowOf(faults.get(fault), operationId ?? "", `${method} ${requestPath}`, status, message);
    });
}

function rowOf(fault: Row["fault"], operation: string, subject: string, status: number | undefined, message = ""): Row {
  const type = fault?.effect.type ?? "";
  // The journal has a status for a dropped request, but the client gets none.
  return { fault, cells: [operation, subject, type === "reset" ? "" : String(status ?? ""), type, message] };
}

function inWords(fault: PlannedFault, rows: readonly Row[]): string {
  const { operationId, nth, effect } = fault;
  const isWebhook = operationId === deliveryOperation;
  const subject = rows.find((row) => row.fault === fault)?.cells[1];
  const words = isWebhook && effect.type === "reset" ? "Delivers the webhook late: the first attempt fails" : effectInWords(effect);
  return `${isWebhook ? "webhook" : `${operationId}, request`} ${nth}${subject === undefined ? "" : ` (${subject})`}: ${words}`;
}

function table(rows: readonly Row[]): string[] {
  const all = [
    ["", "Operation", "Request or events", "Status", "Fault", "Message"],
    ...rows.map(({ cells }, index) => [String(index + 1), ...cells]),
  ];
  const widthOf = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column)))
      .join("  ")
      .trimEnd(),
  );
}
