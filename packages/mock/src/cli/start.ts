import { serveMock } from "../front/serve.ts";
import { createMock } from "../mock.ts";
import { onSignal } from "./signal.ts";

export interface StartOptions {
  readonly port: number;
  readonly hostname: string;
}

/** Serves the mock until a signal ends it. */
export async function runStart({ port, hostname }: StartOptions): Promise<void> {
  const mock = createMock({ onError: logError });
  await mock.ready();
  const server = await serveMock({ mock, port, hostname });
  onSignal(() => server.close());
  console.log(`Mock of the CRM Platform on ${server.url}`);
}

/** Tells people on stderr what clients are not told. */
export function logError(error: unknown, where: { readonly correlationId: string; readonly operationId?: string }): void {
  console.error(`${where.operationId ?? "mock"} failed, correlationId ${where.correlationId}:`, error);
}
