import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import { responseRejection } from "../../contract/errors/responseRejection.ts";
import { isObject } from "../../contract/openapi/document.ts";
import { rejectOversizedJson, tooDeep } from "../../contract/request/bodySize.ts";
import { type Client, operationTable } from "../../generated/control/client.ts";
import type { Queue } from "../../store/queue.ts";
import type { CallOptions, Operation } from "./operation.ts";

export interface ControlCall {
  readonly operation: Operation;
  /** The values of the path parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** JSON text, or `undefined` if the call has no body. */
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Sends a call. Resolves to the body of the response. @throws Rejection when the response is an error */
export type Send = (call: ControlCall) => Promise<unknown>;

export interface Connection {
  readonly send: Send;
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

async function call({ send, changes }: Connection, operation: Operation, values: readonly unknown[]): Promise<unknown> {
  // The arguments are read at once, because the caller may modify them later.
  const own = callOf(operation, values);
  const isClockChange = operation.method === "PUT" && operation.path.endsWith("/clock");
  if (!isClockChange) await changes.settled();
  const data = await (isClockChange ? changes.run(() => send(own)) : send(own));
  return operation.isList ? (data as { results: unknown }).results : data;
}

function callOf(operation: Operation, values: readonly unknown[]): ControlCall {
  const { path, input } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const argument = input && values[names.length];
  const { signal } = (values[names.length + (input ? 1 : 0)] ?? {}) as CallOptions;
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrong("signal", "type", "signal must be an AbortSignal");
  return {
    operation,
    parameters: Object.fromEntries(names.map((name, index) => [name, segment(name, values[index])])),
    query: input === "query" ? queryOf(argument) : {},
    body: input === "body" ? jsonOf(argument) : undefined,
    signal,
  };
}

export interface HttpOptions {
  readonly baseUrl: string;
  readonly controlToken?: string | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
}

export function sendByHttp({ baseUrl, controlToken, fetch }: HttpOptions): Send {
  return async ({ operation: { method, path }, parameters, query, body = null, signal = null }) => {
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
    const search = new URLSearchParams(query);
    const headers = {
      ...(controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }),
      ...(body === null ? {} : { "content-type": "application/json" }),
    };
    const url = `${baseUrl}${target}${search.size === 0 ? "" : `?${search}`}`;
    const response = await fetch(new Request(url, { method, headers, body, signal })).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new Error(`The mock at ${baseUrl} did not respond to ${method} ${target}.`, { cause: error });
    });
    const text = await response.text();
    if (!response.ok) throw responseRejection(response.status, text);
    if (text === "") return undefined;
    if (response.headers.get("content-type")?.startsWith("application/json")) return JSON.parse(text);
    throw new Error(`The response to ${method} ${target} is not from the control API. Does the mock listen at ${baseUrl}?`);
  };
}

function segment(name: string, value: unknown): string {
  if (typeof value !== "number" && typeof value !== "string") throw wrong(name, "type", `${name} must be a string or a number`);
  // URLs remove such segments, so the request would have another path.
  if (/^[.]{0,2}$/.test(String(value))) throw wrong(name, "pattern", `${name} must not be empty, "." or ".."`);
  return String(value);
}

function queryOf(parameters: unknown = {}): Record<string, string> {
  if (!isObject(parameters)) throw wrong("query", "type", "query must be an object");
  const query = Object.entries(parameters).filter(([, value]) => value !== undefined);
  for (const [name, value] of query) {
    if (!["string", "number", "boolean"].includes(typeof value)) {
      throw wrong(name, "type", `${name} must be a string, a number or a boolean`);
    }
  }
  return Object.fromEntries(query.map(([name, value]) => [name, String(value)]));
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
