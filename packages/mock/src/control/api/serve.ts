import { AnswerViolation } from "../../contract/errors/answerViolation.ts";
import { invalidRequest } from "../../contract/errors/refusal.ts";
import { jsonType } from "../../contract/message.ts";
import { snapshotLimit } from "../../contract/request/bodySize.ts";
import type { Api } from "../../http/api.ts";
import type { Control } from "../control.ts";
import { type Asker, controlHandlers } from "../operations/table.ts";
import { refuseNewer } from "../state/version.ts";
import { refuseStranger } from "./access.ts";
import type { ControlContract } from "./contract.ts";

type AnyHandler = (request: unknown, control: Control, asker: Asker) => Promise<{ readonly status: number; readonly body?: unknown }>;

const unlimited = { required: Number.POSITIVE_INFINITY, none: Number.POSITIVE_INFINITY };
const withStates: ReadonlySet<string> = new Set<keyof typeof controlHandlers>(["state.seed", "state.set"]);

/** The control API over HTTP: its own document is its contract, as the platform's is that of the platform. */
export function serveControl({ document, operations, contract }: ControlContract, control: Control, controlToken: string | undefined): Api {
  return {
    document,
    operations,
    limits: { bytesOf: () => snapshotLimit, values: Number.POSITIVE_INFINITY, buffered: unlimited },
    serve: async (operation, { http }, read) => {
      refuseStranger(http, controlToken);
      const request = await read();
      if (withStates.has(operation.operationId)) refuseNewer(request.body);
      const { answer, answerProblems } = await contract.exchange(operation, request, async ({ problems }, input) => {
        if (problems.length > 0) throw invalidRequest(problems);
        const run = controlHandlers[operation.operationId as keyof typeof controlHandlers] as AnyHandler;
        const { status, body } = await run(input, control, http);
        return { status, headers: { "content-type": jsonType }, body };
      });
      if (answerProblems.length > 0) throw new AnswerViolation(operation.operationId, answerProblems);
      return answer;
    },
  };
}
