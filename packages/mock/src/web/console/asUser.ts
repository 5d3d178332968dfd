import { type operations, operationTable } from "@crm-platform/types";
import { invalidRequest } from "../../contract/errors/rejection.ts";
import { responseRejection } from "../../contract/errors/responseRejection.ts";
import type { Parts } from "../parts.ts";

type Operations = { readonly [Id in keyof operations]: OperationTypes<operations[Id]> };

interface OperationTypes<Operation> {
  readonly path: Operation extends { parameters: { path: infer Path } } ? Path : undefined;
  readonly query: Operation extends { parameters: { query?: infer Query } } ? Query : undefined;
  readonly body: Operation extends { requestBody: { content: { "application/json": infer Body } } } ? Body : undefined;
  readonly result: Operation extends { responses: infer Responses } ? ResultIn<Responses> : never;
}

type ResultIn<Responses> = {
  [Status in keyof Responses & (200 | 201)]: Responses[Status] extends { content: { "application/json": infer Body } } ? Body : undefined;
}[keyof Responses & (200 | 201)];

type Input<Id extends keyof operations> = {
  readonly [Part in "path" | "query" | "body" as Operations[Id][Part] extends undefined ? never : Part]?: Operations[Id][Part];
};

/** @throws Rejection when the response is an error */
export type CallAsUser = <Id extends keyof operations>(accountId: number, id: Id, input: Input<Id>) => Promise<Operations[Id]["result"]>;

/** Returns a function that calls the platform's operations with the user token of an account. */
export function asUser({ control, fetch }: Pick<Parts, "control" | "fetch">): CallAsUser {
  return async (accountId, id, input) => {
    const { path = {}, query = {}, body }: { path?: object; query?: object; body?: unknown } = input;
    const { accessToken } = await control.tokens.createUserToken(accountId);
    const { method, path: template } = operationTable[id];
    const url = new URL(pathOf(template, path), "http://crm-platform.test");
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const response = await fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }));
    const text = await response.text();
    if (!response.ok) throw responseRejection(response.status, text);
    return text === "" ? undefined : JSON.parse(text);
  };
}

function pathOf(template: string, values: object): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(Reflect.get(values, name));
    if (value === "") throw invalidRequest([{ in: name, code: "minLength", message: `${name} must not be empty` }]);
    // URLs remove such segments, so the request would have another path.
    if (/^[.]{1,2}$/.test(value)) throw invalidRequest([{ in: name, code: "pattern", message: `${name} must not be . or ..` }]);
    return encodeURIComponent(value);
  });
}
