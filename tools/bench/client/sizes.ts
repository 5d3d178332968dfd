import { operationTable } from "@crm-platform/types";
import { anyCallBytes, oneCallBytes, oneCallWithLimitAndRefreshBytes, wholeClientBytes } from "../../../packages/client/test/budget.ts";
import {
  oneCall,
  oneCallOf,
  oneCallWithLimitAndRefresh,
  openapiFetchAlone,
  type Size,
  sizeOf,
  wholeClient,
} from "../../../packages/client/test/bundling.ts";
import { judged, printTable } from "../table.ts";

export async function benchSizes(): Promise<void> {
  const largest = await largestOneCall();
  const rows = [
    row("one call: createConnection, domainsV1.get", await sizeOf(oneCall), oneCallBytes),
    row("one call, with rateLimiter and refreshTokenAuth", await sizeOf(oneCallWithLimitAndRefresh), oneCallWithLimitAndRefreshBytes),
    row(`one call to the largest operation: ${largest.id}`, largest, anyCallBytes),
    row("the whole client: createClient", await sizeOf(wholeClient), wholeClientBytes),
    row("for comparison: openapi-fetch alone", await sizeOf(openapiFetchAlone)),
  ];
  printTable("Client: bundles for browsers (esbuild, minified, gzip -9; 1 KB is 1,000 bytes)", ["", "KB", "KB gzip", "target"], rows);
}

async function largestOneCall(): Promise<Size & { readonly id: string }> {
  const sizes = Object.keys(operationTable).map(async (id) => ({ id, ...(await sizeOf(oneCallOf(id))) }));
  return (await Promise.all(sizes)).reduce((largest, size) => (size.gzipBytes > largest.gzipBytes ? size : largest));
}

function row(title: string, { minifiedBytes, gzipBytes }: Size, limit?: number): string[] {
  const verdict = limit === undefined ? "" : judged(gzipBytes / 1000, limit / 1000, "at most");
  return [title, kilobytes(minifiedBytes), kilobytes(gzipBytes), verdict];
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(2);
}
