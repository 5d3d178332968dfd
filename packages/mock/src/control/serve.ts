import { AnswerViolation } from "../answers/answer.ts";
import { compileContract } from "../contract/compiled/compileContract.ts";
import type { OpenApiDocument } from "../contract/document.ts";
import { jsonType } from "../contract/message.ts";
import { type Operation, readOperations } from "../contract/operations.ts";
import { invalidRequest } from "../contract/refusal.ts";
import type { Serve } from "../front/visit.ts";
import { document as bundled } from "../generated/control/document.ts";
import { refuseStranger } from "../platform/controlAccess.ts";
import type { Control } from "./control.ts";
import { controlHandlers } from "./handlers.ts";

export interface ControlApi {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly serve: Serve;
}

type AnyHandler = (request: unknown, control: Control) => Promise<{ readonly status: number; readonly body?: unknown }>;

/** The control API over HTTP: its own document is its contract, as the platform's is that of the platform. */
export function serveControl(control: Control, controlToken: string | undefined): ControlApi {
  const document = bundled as unknown as OpenApiDocument;
  const contract = compileContract(document, { strict: true });
  return {
    document,
    operations: readOperations(document),
    serve: async (operation, request, visit) => {
      refuseStranger(visit.http, controlToken);
      const { answer, answerProblems } = await contract.exchange(operation, request, async ({ problems }, input) => {
        if (problems.length > 0) throw invalidRequest(problems);
        const run = controlHandlers[operation.operationId as keyof typeof controlHandlers] as AnyHandler;
        const { status, body } = await run(input, control);
        return { status, headers: { "content-type": jsonType }, body };
      });
      if (answerProblems.length > 0) throw new AnswerViolation(operation.operationId, answerProblems);
      return answer;
    },
  };
}
