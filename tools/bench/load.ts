import autocannon from "autocannon";
import type { Load } from "./loads.ts";
import type { RunningServer } from "./server.ts";

export interface Rate {
  readonly requestsASecond: number;
  /** CPU time of the server process per request, in microseconds; `NaN` when unknown. */
  readonly busyUs: number;
}

/** Sends requests to a server over ten connections. @throws Error when a request fails */
export async function loadServer(server: RunningServer, { title, path, request }: Load, seconds: number): Promise<Rate> {
  const before = (await server.busy()) ?? Number.NaN;
  const { requests, non2xx, errors } = await autocannon({ url: server.url + path, ...request, connections: 10, duration: seconds });
  if (non2xx + errors > 0) throw new Error(`${title}: ${server.command} rejected ${non2xx} requests and did not respond to ${errors}.`);
  const after = (await server.busy()) ?? Number.NaN;
  return { requestsASecond: requests.average, busyUs: ((after - before) * 1000) / requests.total };
}

export async function seed(server: Pick<RunningServer, "url">, accountId: number, state: object): Promise<void> {
  const response = await fetch(`${server.url}/__mock/v1/accounts/${accountId}/seed`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(state),
  });
  if (!response.ok) throw new Error(`The seed was rejected: ${response.status} ${await response.text()}`);
}
