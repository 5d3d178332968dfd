import { invalidRequest, ResponseViolation } from "../../contract/errors/rejection.ts";
import { type ContractRequest, jsonType } from "../../contract/message.ts";
import { isObject } from "../../contract/openapi/document.ts";
import type { Operation } from "../../contract/openapi/operations.ts";
import { snapshotLimit } from "../../contract/request/bodySize.ts";
import type { Api } from "../../http/serve.ts";
import type { ControlContext } from "../context.ts";
import { controlOperations, type OperationId } from "../operations/table.ts";
import { rejectNewer } from "../state/state.ts";
import { rejectStranger } from "./access.ts";
import type { ControlContract } from "./contract.ts";

type AnyOperation = (input: unknown, context: ControlContext, signal: AbortSignal) => Promise<unknown>;

const unlimited = { required: Number.POSITIVE_INFINITY, none: Number.POSITIVE_INFINITY };

export interface ControlServing {
  readonly controlToken?: string | undefined;
  /** Whether only the mock's own client sends requests. Skips checks that it does not need, so that tests start faster. */
  readonly isOwnClient?: boolean;
}

export function serveControl(
  { document, operations, contractOf }: ControlContract,
  context: ControlContext,
  { controlToken, isOwnClient = false }: ControlServing,
): Api {
  return {
    document,
    operations,
    limits: { bytesOf: () => snapshotLimit, values: Number.POSITIVE_INFINITY, bufferedBytes: unlimited },
    serve: async (operation, http, read) => {
      rejectStranger(http, controlToken);
      const request = await read();
      rejectNewerState(operation.operationId, request.body);
      const contract = isOwnClient && isEmpty(operation, request) ? undefined : await contractOf(operation);
      const { problems, input } = contract?.checkRequest(operation, request) ?? { problems: [], input: { path: {}, query: {} } };
      if (problems.length > 0) throw invalidRequest(problems);
      const run = controlOperations[operation.operationId as OperationId] as AnyOperation;
      const body = await run(input, context, http.signal());
      const response = { status: successOf(operation), headers: { "content-type": jsonType }, body };
      const responseProblems = isOwnClient ? [] : (contract?.checkResponse(operation, response) ?? []);
      if (responseProblems.length > 0) throw new ResponseViolation(operation.operationId, responseProblems);
      return { response };
    },
  };
}

/** Whether the request has neither a body nor parameters, and the operation requires none. */
function isEmpty({ body, parameters }: Operation, request: ContractRequest): boolean {
  if (body?.required || parameters.some(({ required }) => required)) return false;
  return request.body === undefined && Object.keys(request.query).length === 0;
}

/** Call this before validation, which would report newer fields as unknown. @throws Rejection for a state from a newer version */
function rejectNewerState(operationId: string, body: unknown): void {
  if (operationId === "state.seed" || operationId === "state.set") rejectNewer(body);
  if (operationId === "accounts.create" && isObject(body)) rejectNewer(body["state"], "state.");
}

function successOf({ operationId, responses }: Operation): number {
  const success = responses.find(({ status }) => status.startsWith("2"));
  if (!success) throw new Error(`The control API's document has no 2xx response for ${operationId}.`);
  return Number(success.status);
}
