import type { CompiledContract } from "../../contract/contract.ts";
import { invalidRequest, ResponseViolation } from "../../contract/errors/rejection.ts";
import { type ContractRequest, jsonType } from "../../contract/message.ts";
import { isObject } from "../../contract/openapi/document.ts";
import type { Operation } from "../../contract/openapi/operations.ts";
import { snapshotLimit } from "../../contract/request/bodySize.ts";
import type { Api } from "../../http/serve.ts";
import type { Send } from "../client/connect.ts";
import type { ControlContext } from "../context.ts";
import { controlOperations, type OperationId } from "../operations/table.ts";
import { rejectNewer } from "../state/state.ts";
import { rejectStranger } from "./access.ts";
import type { ControlContract } from "./contract.ts";

type AnyOperation = (input: unknown, context: ControlContext, signal: AbortSignal | undefined) => Promise<unknown>;

const unlimited = { required: Number.POSITIVE_INFINITY, none: Number.POSITIVE_INFINITY };

export function serveControl(
  { document, operations, contractOf }: ControlContract,
  context: ControlContext,
  controlToken: string | undefined,
): Api {
  return {
    document,
    operations,
    limits: { bytesOf: () => snapshotLimit, values: Number.POSITIVE_INFINITY, bufferedBytes: unlimited },
    serve: async (operation, http, read) => {
      rejectStranger(http, controlToken);
      const request = await read();
      const operationContract = await contractOf(operation);
      const body = await runControl(operation, request, operationContract, context, http.signal());
      const response = { status: successOf(operation), headers: { "content-type": jsonType }, body };
      const problems = operationContract.checkResponse(operation, response);
      if (problems.length > 0) throw new ResponseViolation(operation.operationId, problems);
      return { response };
    },
  };
}

/**
 * Sends calls to the operations directly, because a server for each mock would make tests slower.
 * @param adapt returns the request with the names of the documents, which the results have as well
 */
export function sendInProcess(
  { operations, contractOf }: ControlContract,
  context: ControlContext,
  adapt: (request: ContractRequest) => ContractRequest,
): Send {
  return async ({ operation: { method, path }, parameters, query, body, signal }) => {
    const operation = operations.find((one) => one.path === path && one.method === method) as Operation;
    const request = adapt({ path: parameters, query, headers: {}, body: body === undefined ? undefined : JSON.parse(body) });
    // The contract is loaded only if necessary, because loading it takes longer than most operations.
    const contract = isEmpty(operation, request) ? undefined : await contractOf(operation);
    const result = await runControl(operation, request, contract, context, signal);
    // The caller may change the result.
    return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
  };
}

/** @throws Rejection when the request is invalid or the operation rejects it */
async function runControl(
  operation: Operation,
  request: ContractRequest,
  contract: CompiledContract | undefined,
  context: ControlContext,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  rejectNewerState(operation.operationId, request.body);
  const { problems, input } = contract?.checkRequest(operation, request) ?? { problems: [], input: { path: {}, query: {} } };
  if (problems.length > 0) throw invalidRequest(problems);
  const run = controlOperations[operation.operationId as OperationId] as AnyOperation;
  return run(input, context, signal);
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
