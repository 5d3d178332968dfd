import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { LinterRequest, LinterResponse } from "./linterThread.ts";

let thread: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (response: LinterResponse) => void>();

/** Runs Redocly in a thread that all calls share. @throws Error if Redocly cannot read the document or the configuration */
export async function runLinter<Result>(
  task: LinterRequest["task"],
  file: string,
  configuration: string,
  folder: string,
  bundle?: object,
): Promise<Result> {
  const id = ++lastId;
  const paths = { file: resolve(folder, file), configuration: resolve(folder, configuration), folder };
  const request: LinterRequest = { id, task, ...paths, ...(bundle && { bundle }) };
  const response = await new Promise<LinterResponse>((settle) => {
    waiting.set(id, settle);
    thread ??= startThread();
    thread.ref();
    thread.postMessage(request);
  });
  if (waiting.size === 0) thread?.unref();
  if ("failure" in response) throw new Error(response.failure);
  return response.result as Result;
}

function startThread(): Worker {
  const worker = new Worker(new URL("linterThread.ts", import.meta.url));
  const settle = (response: LinterResponse): void => {
    waiting.get(response.id)?.(response);
    waiting.delete(response.id);
  };
  worker.on("message", settle);
  worker.on("error", ({ message }) => {
    thread = undefined;
    for (const id of waiting.keys()) settle({ id, failure: message });
  });
  return worker;
}
