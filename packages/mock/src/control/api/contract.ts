import { type ContractOf, contractsByArea } from "../../contract/compiled/contracts.ts";
import type { OpenApiDocument } from "../../contract/openapi/document.ts";
import { type Operation, readOperations } from "../../contract/openapi/operations.ts";
import { document as bundled } from "../../generated/control/document.ts";
import { validators } from "../../generated/control/validators.ts";

export interface ControlContract {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly contractOf: ContractOf;
}

let contract: ControlContract | undefined;

/** Creates the contract once per process, because tests create many mocks. */
export function controlContract(): ControlContract {
  contract ??= createContract(bundled as unknown as OpenApiDocument);
  return contract;
}

function createContract(document: OpenApiDocument): ControlContract {
  // The contracts are strict because, unlike the platform, the control API has no clients that depend on accepted violations.
  return { document, operations: readOperations(document), contractOf: contractsByArea(document, validators, { strict: true }) };
}
