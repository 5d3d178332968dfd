import { type OperationId, operationTable } from "@crm-platform/types";

const operationIds = Object.keys(operationTable) as OperationId[];
/** So many are told at most. */
const mostNear = 5;

/** The operations that a path can be meant for. @param path as the journal has it, what may be a secret left out */
export function operationsAt(path: string): OperationId[] {
  return operationIds.filter((operationId) => comparedTo(operationTable[operationId].path, path)?.different === 0);
}

/** The operations whose path differs in one part from one that came; where there are some, only those with the method that came. */
export function operationsNear(method: string, path: string): OperationId[] {
  const near = operationIds.filter((operationId) => {
    const compared = comparedTo(operationTable[operationId].path, path);
    return compared !== undefined && compared.different === 1 && compared.equal >= 2;
  });
  const sameMethod = near.filter((operationId) => operationTable[operationId].method === method);
  return (sameMethod.length > 0 ? sameMethod : near).slice(0, mostNear);
}

/** In how many of the parts that an operation's path writes itself a path is equal or different; `undefined` when it is longer or shorter. */
function comparedTo(pattern: string, path: string): { readonly equal: number; readonly different: number } | undefined {
  const parts = path.split("/").slice(1);
  const wanted = pattern.split("/").slice(1);
  if (parts.length !== wanted.length) return undefined;
  const written = wanted.flatMap((part, index) => (part.startsWith("{") ? [] : [part === parts[index]]));
  const equal = written.filter((isEqual) => isEqual).length;
  return { equal, different: written.length - equal };
}
