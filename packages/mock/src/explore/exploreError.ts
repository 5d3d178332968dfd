import { inspect } from "node:util";
import { effectInWords } from "../control/effectInWords.ts";
import type { RequestEntry, WebhookDelivery } from "../generated/control/schemas.ts";
import { deliveryOperation } from "../platform/faults.ts";
import type { PlannedFault } from "./schedule.ts";

export interface Run {
  readonly failure: { readonly thrown: unknown } | undefined;
  /** Oldest first. */
  readonly requests: readonly RequestEntry[];
  readonly deliveries: readonly WebhookDelivery[];
}

/** The check fails with these faults. The message contains the faults in words and as code, the seed, the requests and the webhooks. */
export class ExploreError extends Error {
  override readonly name = "ExploreError";
  readonly schedule: readonly PlannedFault[];
  /** The seed with which `explore` finds the same schedule again. */
  readonly seed: number;

  constructor(schedule: readonly PlannedFault[], seed: number, { failure, requests, deliveries }: Run) {
    const rows = [...requests.map(rowOfRequest), ...rowsOfWebhooks(deliveries, schedule)];
    const groups = Map.groupBy(schedule, ({ operationId, effect }) => operationId + JSON.stringify(effect));
    const message = [
      `The check fails with ${schedule.length === 1 ? "one fault" : `${schedule.length} faults`}: ${messageOf(failure?.thrown)}`,
      ...[...groups.values()].map((faults) => `  - ${inWords(faults, rows)}`),
      `To repeat the run, set the seed ${seed}. To keep it as a test, add the faults to an account:`,
      ...schedule.map((fault) => `  ${inCode(fault)}`),
      "The requests and webhooks of the run:",
      ...table(rows).map((line) => `  ${line}`),
    ];
    super(message.join("\n"), { cause: failure?.thrown });
    this.schedule = schedule;
    this.seed = seed;
  }
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : inspect(thrown);
}

/** The operation; the path of a request, which names the object type, or the events of a webhook; status, fault and message. */
type Row = readonly [operation: string, subject: string, status: string, fault: string, message: string];

function rowOfRequest({ operationId, method, path, requestPath = path, status, fault, message = "" }: RequestEntry): Row {
  return [operationId ?? "", `${method} ${requestPath}`, String(status), fault === undefined ? "" : "fault", message];
}

function rowsOfWebhooks(deliveries: readonly WebhookDelivery[], schedule: readonly PlannedFault[]): Row[] {
  const attempts = deliveries.flatMap(({ events, attempts: all }) => all.map((attempt) => ({ events, ...attempt })));
  const ordered = attempts.toSorted((one, other) => Date.parse(one.sentAt) - Date.parse(other.sentAt));
  return ordered.map(({ events, status = "", error = "" }, index) => {
    const subjects = events.map((event) => `${event.subscriptionType}${"objectId" in event ? ` ${event.objectId}` : ""}`);
    const hasFault = schedule.some(({ operationId, nth }) => operationId === deliveryOperation && nth === index + 1);
    return [deliveryOperation, subjects.join(", "), String(status), hasFault ? "fault" : "", error];
  });
}

/** @param faults the faults with the same effect on an operation */
function inWords(faults: readonly PlannedFault[], rows: readonly Row[]): string {
  const [{ operationId = "", effect } = {}] = faults;
  const requests = rows.filter(([operation]) => operation === operationId);
  const subjects = new Set(faults.flatMap(({ nth }) => requests[nth - 1]?.[1] ?? []));
  const what = operationId === deliveryOperation ? "webhook" : `${operationId}, request`;
  const which = `${what}${faults.length === 1 ? "" : "s"} ${faults.map(({ nth }) => nth).join(", ")}`;
  return `${which}${subjects.size === 0 ? "" : ` (${[...subjects].join(", ")})`}: ${effect && effectInWords(effect)}`;
}

/** Returns code for a test without this module. */
function inCode({ operationId, nth, effect }: PlannedFault): string {
  const match = `{ accountId, operationId: ${JSON.stringify(operationId)}, nth: ${nth} }`;
  return `await mock.faults.add({ match: ${match}, effect: ${JSON.stringify(effect)} });`;
}

function table(rows: readonly Row[]): string[] {
  const all = [
    ["", "Operation", "Request or events", "Status", "Fault", "Message"],
    ...rows.map((row, index) => [String(index + 1), ...row]),
  ];
  const widthOf = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column)))
      .join("  ")
      .trimEnd(),
  );
}
