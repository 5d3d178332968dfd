import { compileContract } from "../contract/compiled/compileContract.ts";
import type { OpenApiDocument } from "../contract/document.ts";
import type { Problem } from "../contract/message.ts";
import { readOperations } from "../contract/operations.ts";
import { document as bundled } from "../generated/control/document.ts";

/** What breaks the document of the control API in a value that one of its operations takes. */
export type SeedCheck = (operationId: "accounts.create" | "state.seed", body: unknown) => Promise<readonly Problem[]>;

/** A seed file was written by hand, so it is checked as if it had come over HTTP. */
export function createSeedCheck(): SeedCheck {
  const document = bundled as unknown as OpenApiDocument;
  const contract = compileContract(document, { strict: true });
  const operations = new Map(readOperations(document).map((operation) => [operation.operationId, operation]));
  return async (operationId, body) => {
    const operation = operations.get(operationId);
    if (!operation) throw new Error(`The control API has no operation ${operationId}.`);
    // Every account of the path will do: it is the body that is checked.
    const request = { path: { accountId: "1" }, query: {}, headers: {}, body };
    const { verdict } = await contract.exchange(operation, request, async () => noAnswer);
    return verdict.problems;
  };
}

const noAnswer = { status: 204, headers: {}, body: undefined };
