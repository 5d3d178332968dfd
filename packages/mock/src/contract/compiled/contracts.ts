import type { CompiledContract } from "../contract.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import { areaOf, type Operation } from "../openapi/operations.ts";
import { type CompiledContractOptions, compiledContract } from "./compiledContract.ts";
import type { Validators } from "./validators.ts";

export type ValidatorsByArea = Readonly<Record<string, () => Promise<{ readonly validators: Validators }>>>;

export type ContractOf = (operation: Operation) => Promise<CompiledContract>;

/** Loads the validators of an area on first use, because loading all of them would take a third of the mock's startup time. */
export function contractsByArea(document: OpenApiDocument, validators: ValidatorsByArea, options?: CompiledContractOptions): ContractOf {
  const contracts = new Map<string, Promise<CompiledContract>>();
  return (operation) => {
    const area = areaOf(operation);
    const contract = contracts.get(area) ?? loadContract(area);
    contracts.set(area, contract);
    return contract;
  };

  async function loadContract(area: string): Promise<CompiledContract> {
    const load = validators[area];
    if (load === undefined) throw new Error(`Missing validators: ${area}. Run: npx pnpm generate`);
    return compiledContract(document, (await load()).validators, options);
  }
}
