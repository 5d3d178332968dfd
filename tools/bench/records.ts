import { seed } from "./load.ts";
import { contactLoads, contacts, demoAccountId, getDomain, requestHeaders } from "./loads.ts";
import { mockCommand, type RunningServer, startServer } from "./server.ts";
import { judged, median, printTable } from "./table.ts";

const among = 100_000;
const requests = 50;

export async function benchRecords(databases: readonly { readonly name: string; readonly database: string }[]): Promise<void> {
  const measured: { readonly name: string; readonly medians: readonly number[] }[] = [];
  for (const { name, database } of databases) {
    const command = (port: number) => [mockCommand, "start", "--demo", "--port", String(port), "--database", database];
    await using server = await startServer(command, getDomain);
    await seed(server, demoAccountId, { properties: { contacts: [{ name: "seats", type: "number" }] } });
    for (let from = 0; from < among; from += 5_000) await seed(server, demoAccountId, contacts(from, from + 5_000));
    const medians: number[] = [];
    for (const load of contactLoads) medians.push(await medianTime(server, load.request));
    measured.push({ name, medians });
  }
  printTable(
    `Records: time of one request among ${among.toLocaleString("en")} contacts (ms, median of ${requests})`,
    ["operation", ...measured.map(({ name }) => name), "target"],
    contactLoads.map(({ title, maxMs }, index) => [
      title,
      ...measured.map(({ medians }) => (medians[index] ?? Number.NaN).toFixed(2)),
      maxMs === undefined ? "" : judged(Math.max(...measured.map(({ medians }) => medians[index] ?? Number.NaN)), maxMs, "at most"),
    ]),
  );
}

type Request = (typeof contactLoads)[number]["request"];

async function medianTime({ url }: RunningServer, request: Request): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const { path, method, body } = request(index * 7);
    const start = performance.now();
    const response = await fetch(`${url}/crm/objects/2026-03/contacts${path}`, {
      method,
      headers: requestHeaders,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    times.push(performance.now() - start);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  }
  return median(times);
}
