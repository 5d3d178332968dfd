import type { Call, TestResponse } from "../behavior/platform.ts";

export type Send = (request: Call) => Promise<TestResponse>;

export function described(response: TestResponse, read: (response: TestResponse) => object = () => ({})): unknown {
  const { status, body } = response;
  if (status < 400) return { status, ...read(response) };
  if (body?.status !== "error") return { status, legacy: body?.status };
  return { status, category: body.category, invalid: body.context?.INVALID_OBJECT_IDS };
}
