import type { StandardError } from "@crm-platform/types";
import type { Input } from "../contract/contract.ts";
import { Rejection } from "../contract/errors/rejection.ts";
import type { ContractResponse } from "../contract/message.ts";
import type { Operation, PartialBatch } from "../contract/openapi/operations.ts";
import { pointerKeys } from "../contract/openapi/pointer.ts";
import { valueAt } from "../contract/problems/fields.ts";
import type { Fault } from "./faults.ts";

type PartialFailure = Extract<Fault["effect"], { readonly type: "partialFailure" }>;
type Run = (input: Input) => Promise<ContractResponse>;

/** Runs a batch without the inputs that the fault chooses, and adds an error for each of them to the response. */
export async function runPart(effect: PartialFailure, { partialBatch }: Operation, input: Input, run: Run): Promise<ContractResponse> {
  if (!partialBatch) return run(input);
  const [name = ""] = pointerKeys(partialBatch.inputs);
  const inputs = valueAt(input.body, [name]) as readonly unknown[];
  const { indexes, count = 1 } = effect;
  const isFailing = (index: number) => (indexes ? indexes.includes(index) : index < count);
  const failingInputs = inputs.filter((_, index) => isFailing(index));
  if (failingInputs.length === 0) return run(input);

  const positions = [...inputs.keys()].filter((index) => !isFailing(index));
  const rest = { ...input, body: { ...Object(input.body), [name]: positions.map((index) => inputs[index]) } };
  const response = await run(rest).catch((error: unknown) => {
    throw error instanceof Rejection ? renumberedRejection(error, positions) : error;
  });
  const { numErrors: _, errors: others = [], ...body } = response.body as { numErrors?: number; errors?: StandardError[] };
  const renumberedErrors = others.map((error) => ({ ...error, errors: error.errors.map((detail) => renumberedDetail(detail, positions)) }));
  const errors = [...renumberedErrors, ...failingInputs.map((one) => errorOf(effect, partialBatch, one))];
  return { ...response, status: 207, body: { ...body, numErrors: errors.length, errors } };
}

/** Contains those ids of the input that the operation's own errors contain, so that clients can find the input. */
function errorOf({ category, message }: PartialFailure, { match }: PartialBatch, input: unknown): StandardError {
  const ids = (match?.input ?? []).map((pointer) => String(valueAt(input, pointerKeys(pointer)) ?? "")).filter((id) => id !== "");
  const name = pointerKeys(match?.errors ?? "").at(-1);
  const trace = valueAt(input, ["objectWriteTraceId"]);
  return {
    status: "error",
    category,
    message: message ?? "A fault of the mock caused this error.",
    context: {
      ...(name === undefined || ids.length === 0 ? {} : { [name]: ids }),
      ...(typeof trace === "string" ? { objectWriteTraceId: [trace] } : {}),
    },
    errors: [],
    links: {},
  };
}

/** Replaces the positions in the shortened batch, such as `inputs[0].id`, with the positions in the request. */
function renumber(text: string, positions: readonly number[]): string {
  return text.replaceAll(/\binputs\[(\d+)\]/g, (_, index) => `inputs[${positions[Number(index)]}]`);
}

function renumberedDetail<Detail extends { readonly in?: string; readonly message: string }>(
  detail: Detail,
  positions: readonly number[],
): Detail {
  const place = detail.in === undefined ? {} : { in: renumber(detail.in, positions) };
  return { ...detail, ...place, message: renumber(detail.message, positions) };
}

function renumberedRejection(rejection: Rejection, positions: readonly number[]): Rejection {
  const { message, problems, violations } = rejection;
  return Object.assign(rejection, {
    message: renumber(message, positions),
    problems: problems.map((problem) => renumberedDetail(problem, positions)),
    violations: violations.map((problem) => renumberedDetail(problem, positions)),
  });
}
