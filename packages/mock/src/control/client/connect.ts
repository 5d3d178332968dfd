import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import { responseRejection } from "../../contract/errors/responseRejection.ts";
import { rejectOversizedJson, tooDeep } from "../../contract/request/bodySize.ts";
import { type Client, operationTable } from "../../generated/control/client.ts";
import type { Queue } from "../../store/queue.ts";
import type { CallOptions, Operation } from "./operation.ts";

export interface Connection {
  readonly baseUrl: string;
  readonly controlToken?: string | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The clock changes, for which all other calls wait, so that callers need not await them. */
  readonly changes: Queue;
}

/** Returns a client whose calls reject with a `Rejection` if an argument is invalid or the response is an error. */
export function connect(connection: Connection): Client {
  const client = mapMembers(operationTable, (area) =>
    mapMembers(
      area,
      (operation) =>
        async (...values: unknown[]) =>
          call(connection, operation, values),
    ),
  );
  return client as unknown as Client;
}

function mapMembers<Member, Mapped>(members: Readonly<Record<string, Member>>, change: (member: Member) => Mapped): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

async function call(connection: Connection, operation: Operation, values: readonly unknown[]): Promise<unknown> {
  const { changes } = connection;
  // The request is created at once, because the caller may modify its arguments later.
  const request = requestOf(connection, operation, values);
  const isClockChange = operation.method === "PUT" && operation.path.endsWith("/clock");
  if (isClockChange) return changes.run(() => send(connection, operation, request));
  await changes.settled();
  return send(connection, operation, request);
}

function requestOf({ baseUrl, controlToken }: Connection, { method, path, input }: Operation, values: readonly unknown[]): Request {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const parameters = input && values[names.length];
  const { signal } = (values[names.length + (input ? 1 : 0)] ?? {}) as CallOptions;
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrong("signal", "type", "signal must be an AbortSignal");
  const ids = new Map(names.map((name, index) => [name, segment(name, values[index])]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? "");
  const body = input === "body" ? jsonOf(parameters) : undefined;
  const search = input === "query" ? searchOf(parameters) : "";
  const headers = {
    ...(controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return new Request(`${baseUrl}${filled}${search}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal && { signal }),
  });
}

async function send({ fetch }: Connection, { isList = false }: Operation, request: Request): Promise<unknown> {
  const response = await fetch(request);
  const text = await response.text();
  if (!response.ok) throw responseRejection(response.status, text);
  const data = text === "" ? undefined : JSON.parse(text);
  return isList ? data.results : data;
}

function segment(name: string, value: unknown): string {
  if (typeof value !== "number" && typeof value !== "string") throw wrong(name, "type", `${name} must be a string or a number`);
  // URLs remove such segments, so the request would have another path.
  if (/^[.]{0,2}$/.test(String(value))) throw wrong(name, "pattern", `${name} must not be empty, "." or ".."`);
  return encodeURIComponent(value);
}

function searchOf(parameters: unknown = {}): string {
  if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) {
    throw wrong("query", "type", "query must be an object");
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (!["string", "number", "boolean"].includes(typeof value)) {
      throw wrong(name, "type", `${name} must be a string, a number or a boolean`);
    }
    query.set(name, String(value));
  }
  return query.size === 0 ? "" : `?${query}`;
}

/** Returns `undefined` for a value that JSON omits. */
function jsonOf(value: unknown): string | undefined {
  const text = serialized(value);
  if (text !== undefined) rejectOversizedJson(Buffer.from(text), Number.POSITIVE_INFINITY);
  return text;
}

function serialized(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A stack overflow means that the value is nested far deeper than the limit.
    if (error instanceof RangeError && error.message.includes("call stack")) throw tooDeep();
    const isCircular = error instanceof TypeError && error.message.includes("circular");
    if (!isCircular && !error.message.includes("BigInt")) throw error;
    const reason = isCircular ? "it is circular" : "it contains a bigint";
    throw new Rejection("VALIDATION_ERROR", `The input cannot be serialized as JSON: ${reason}.`);
  }
}

function wrong(field: string, code: string, message: string): Rejection {
  return invalidRequest([{ in: field, code, message }]);
}
