import { readFile } from "node:fs/promises";
import type { CrmPlatformClient } from "@crm-platform/client";
import { type OperationId, operationTable } from "@crm-platform/types";

export const operationIds = Object.keys(operationTable) as OperationId[];

type AnyCall = Promise<unknown> & { withResponse(): Promise<{ readonly status: number; readonly data: unknown }> };

const source = await readFile(new URL("../src/generated/client.ts", import.meta.url), "utf8");

/** The example calls in the client's doc comments, keyed by operation. The generator takes them from the document's examples. */
const examples = new Map(
  [...source.matchAll(/^ *\* await (client\.(\w+\.\w+)\((?:.*\n *\*)*?.*\));$/gm)].map(([, call = "", id]) => [
    id,
    call.replace(/\n *\*/g, "\n"),
  ]),
);

/** All of these calls succeed in the demo account. */
export function exampleCall(client: CrmPlatformClient, id: OperationId): AnyCall {
  const run = new Function("client", `return ${examples.get(id)};`) as (client: CrmPlatformClient) => AnyCall;
  return run(client);
}
