import { serveMock } from "../front/wire/serve.ts";
import { createProxy } from "../proxy/proxy.ts";
import { violationLine } from "../proxy/violation.ts";
import { logError } from "./log.ts";
import { onEnd } from "./signal.ts";

export interface ProxyCommandOptions {
  readonly port: number;
  readonly hostname: string;
  readonly upstream: URL;
  readonly serviceName: string | undefined;
  readonly fail: boolean;
  readonly withParent: boolean;
}

// This timeout is long, because the upstream has its own timeouts.
const requestTimeoutMs = 300_000;

export async function runProxy(options: ProxyCommandOptions): Promise<void> {
  let server: ProxyServer | undefined;
  onEnd(async () => {
    process.exitCode = await server?.close();
  }, options);
  server = await serveProxy(options);
  console.error(`Proxy to ${options.upstream.origin} on ${server.url}`);
}

interface ProxyServer {
  readonly url: string;
  /** Returns the exit code of the command. */
  close(): Promise<number>;
}

export async function serveProxy({ port, hostname, upstream, serviceName, fail }: ProxyCommandOptions): Promise<ProxyServer> {
  let violations = 0;
  const proxy = createProxy({
    upstream,
    ...(serviceName === undefined ? {} : { serviceName }),
    onError: logError,
    onViolation: (violation) => {
      if (!violation.known) violations += 1;
      console.log(violationLine(violation));
    },
  });
  await proxy.ready();
  const { url, close } = await serveMock({ mock: proxy, port, hostname, requestTimeoutMs });
  return {
    url,
    close: async () => {
      await close();
      return fail && violations > 0 ? 1 : 0;
    },
  };
}
