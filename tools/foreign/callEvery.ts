import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createConnection, isCallError, type Operation } from "@crm-platform/client/engine";
import type { Document } from "../openapi/document.ts";
import { listOperations, type OperationSource } from "../pipeline/model/sources.ts";
import { sampleCall } from "./sampleCall.ts";
import { rejectionIn, servePrism } from "./servePrism.ts";

type Area = Readonly<Record<string, (...values: readonly unknown[]) => Promise<unknown>>>;

interface Called {
  readonly operations: number;
  readonly problems: readonly string[];
}

/** Prism validates the requests and responds with examples. */
export async function callEvery(folder: string): Promise<Called> {
  const document = JSON.parse(await readFile(join(folder, "types/openapi.json"), "utf8")) as Document;
  const load = async (path: string): Promise<object> => import(pathToFileURL(join(folder, path)).href) as Promise<object>;
  const [{ bindClient }, data, { operationTable }] = (await Promise.all(
    ["client/client.ts", "client/operations.ts", "types/data.ts"].map(load),
  )) as [
    { bindClient: (connection: object) => Readonly<Record<string, Area>> },
    Readonly<Record<string, Operation>>,
    { operationTable: Readonly<Record<string, { area: string; name: string }>> },
  ];
  const sources = listOperations(document);
  const served = await servePrism(document).catch(asError);
  if (served instanceof Error) return { operations: 0, problems: [`Prism cannot serve the document: ${served.message}`] };
  await using prism = served;
  const rejections: string[] = [];
  const watched = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    const rejection = await rejectionIn(response);
    if (rejection !== undefined) rejections.push(rejection);
    return response;
  };
  const options = { baseUrl: prism.url, accessToken: "token", fetch: watched, maxRetries: 0, logLevel: "off" } as const;
  const client = bindClient(createConnection(options));
  const byId = new Map(Object.values(data).map((operation) => [operation.id, operation]));
  const problems: string[] = [];
  const rejectionOf = async (source: OperationSource, values: readonly unknown[]): Promise<string> => {
    const { area = "", name = "" } = operationTable[source.id] ?? {};
    const call = client[area]?.[name];
    if (call === undefined) return "The client does not contain this operation.";
    // A declared error is a valid response.
    const error = await untilPrismFails(call(...values)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return rejections.splice(0).join("; ") || (error === undefined || isCallError(error) ? "" : String(error));
  };
  for (const source of sources) {
    const operation = byId.get(source.id) as Operation;
    const values = (from: "examples" | "schemas"): readonly unknown[] => sampleCall(source, operation, document, from);
    // Some documents contain invalid examples.
    const rejection = (await rejectionOf(source, values("examples"))) && (await rejectionOf(source, values("schemas")));
    if (rejection !== "") problems.push(`${source.id}: ${rejection}`);
  }
  return { operations: sources.length, problems };
}

/** Rejects when Prism's own code throws an error. Prism then sends no response and causes an unhandled rejection. */
async function untilPrismFails(call: Promise<unknown>): Promise<unknown> {
  let fail: (reason: unknown) => void = () => {};
  const failure = new Promise<never>((_resolve, reject) => {
    fail = (reason) => reject(new Error(`Prism failed: ${asError(reason).message}`));
  });
  process.on("unhandledRejection", fail);
  try {
    return await Promise.race([call, failure]);
  } finally {
    process.off("unhandledRejection", fail);
  }
}

/** Converts a reason to an `Error`, because Prism's parser throws other objects. */
function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error((reason as Partial<Error> | undefined)?.message ?? String(reason));
}
