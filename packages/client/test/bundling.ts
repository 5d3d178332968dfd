import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type OutputFile } from "esbuild";

const folder = fileURLToPath(new URL("..", import.meta.url));

export const oneCall = `
  import { createConnection } from "@crm-platform/client";
  import { get } from "@crm-platform/client/domainsV1";
  console.log(await get(createConnection({ baseUrl: "http://service.example" }), "610001"));
`;

export const oneCallWithLimitAndRefresh = `
  import { createConnection, rateLimiter } from "@crm-platform/client";
  import { refreshTokenAuth } from "@crm-platform/client/auth";
  import { get } from "@crm-platform/client/domainsV1";
  const baseUrl = "http://service.example";
  const accessToken = refreshTokenAuth({ baseUrl, clientId: "id", clientSecret: "secret", refreshToken: "token" });
  const rateLimit = rateLimiter({ requests: 100, intervalMs: 10_000 });
  console.log(await get(createConnection({ baseUrl, accessToken, rateLimit }), "610001"));
`;

export const wholeClient = `
  import { createClient } from "@crm-platform/client";
  console.log(createClient());
`;

export const verifying = `
  import { verifyWebhook } from "@crm-platform/client/verifyWebhook";
  console.log(await verifyWebhook(new Request("http://app.example"), { clientSecret: "secret" }));
`;

export function oneCallOf(operationId: string): string {
  const [area, name] = operationId.split(".");
  return `
    import { createConnection } from "@crm-platform/client";
    import { ${name} as operation } from "@crm-platform/client/${area}";
    console.log(await operation(createConnection({ baseUrl: "http://service.example" })));
  `;
}

/** A program that uses only openapi-fetch, parts of which the engine uses. */
export const openapiFetchAlone = `
  import createFetchClient from "openapi-fetch";
  console.log(createFetchClient({ baseUrl: "http://service.example" }).request);
`;

export interface Size {
  readonly minifiedBytes: number;
  readonly gzipBytes: number;
}

/** By default, imports resolve to the built packages of this repository. For the packages of another project, set `absWorkingDir`. */
export async function bundle(program: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: options.absWorkingDir ?? folder, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "browser",
    ...options,
    write: false,
  });
  return (outputFiles[0] as OutputFile).text;
}

export async function sizeOf(program: string, options: BuildOptions = {}): Promise<Size> {
  const text = await bundle(program, { ...options, minify: true });
  return { minifiedBytes: Buffer.byteLength(text), gzipBytes: gzipSync(text, { level: 9 }).length };
}
