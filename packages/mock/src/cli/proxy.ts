import { serveMock } from "../front/wire/serve.ts";
import { createProxy } from "../proxy/proxy.ts";
import { violationLine } from "../proxy/violation.ts";
import { logError } from "./logError.ts";
import { onSignal } from "./signal.ts";

export interface ProxyCommandOptions {
  readonly port: number;
  readonly hostname: string;
  readonly upstream: URL;
  readonly fail: boolean;
}

// This timeout is long, because the upstream has its own timeouts.
const requestTimeoutMs = 300_000;

export async function runProxy({ port, hostname, upstream, fail }: ProxyCommandOptions): Promise<void> {
  let violations = 0;
  const proxy = createProxy({
    upstream,
    onError: logError,
    onViolation: (violation) => {
      if (!violation.known) violations += 1;
      console.log(violationLine(violation));
    },
  });
  await proxy.ready();
  const server = await serveMock({ mock: proxy, port, hostname, requestTimeoutMs });
  onSignal(async () => {
    await server.close();
    if (fail && violations > 0) process.exitCode = 1;
  });
  console.error(`Proxy to ${upstream.origin} on ${server.url}`);
}
