import { createMock, type Mock, type MockOptions } from "@crm-platform/mock";
import { onTestFinished } from "vitest";
import type { Platform, TestResponse } from "../behavior/platform.ts";
import { platformAt } from "../behavior/platform.ts";

export interface Controlled extends Platform {
  readonly mock: Mock;
  /** Returns each problem as `in: message`. */
  rejection(method: string, path: string, body?: unknown): Promise<{ status: number; problems: string[] }>;
}

export async function controlledMock(options: MockOptions = {}): Promise<Controlled> {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  const platform = platformAt(mock.url, mock.fetch);
  return { ...platform, mock, rejection };

  async function rejection(method: string, path: string, body?: unknown): Promise<{ status: number; problems: string[] }> {
    const response: TestResponse = await platform.call({ method, path: `/__mock/v1${path}`, body });
    if (response.status < 400) throw new Error(`${method} ${path} was not rejected.`);
    const errors = (response.body.errors ?? []) as { in: string; message: string }[];
    return { status: response.status, problems: errors.map((error) => `${error.in}: ${error.message}`) };
  }
}
