import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createConnection } from "@crm-platform/client";
import { get } from "@crm-platform/client/domains";
import { judged, median, printTable } from "../table.ts";

const processes = 15;
const rounds = 41;
const callsARound = 1_000;

/** In a new process, where no module is loaded yet. The answer is at hand, so that nothing but the client is timed. */
const fromImport = `
  const start = performance.now();
  const { createClient } = await import("./packages/client/dist/index.js");
  let asked;
  const fetch = () => {
    asked = performance.now();
    return Response.json({});
  };
  const client = createClient({ baseUrl: "http://service.example", accessToken: "token", fetch });
  const constructed = performance.now();
  await client.domains.get("610001");
  console.log(JSON.stringify([constructed - start, asked - start]));
`;

/** The same without the client: what Node itself takes to load its HTTP stack. */
const fromRequest = `
  const start = performance.now();
  new Request("http://service.example/cos-domains/v1/domains/610001", { headers: { authorization: "Bearer token" } });
  console.log(JSON.stringify([performance.now() - start]));
`;

/** Prints how long the client takes: once, and for each call. */
export async function benchTime(): Promise<void> {
  const times = { constructed: [] as number[], asked: [] as number[], request: [] as number[] };
  for (let count = 0; count < processes; count += 1) {
    const [constructed = Number.NaN, asked = Number.NaN] = await inNewProcess(fromImport);
    const [request = Number.NaN] = await inNewProcess(fromRequest);
    times.constructed.push(constructed);
    times.asked.push(asked);
    times.request.push(request);
  }
  const constructed = median(times.constructed);
  printTable(
    `Client: how soon (median of ${processes} new processes)`,
    ["", "ms", "target"],
    [
      ["import and construct", constructed.toFixed(2), judged(constructed, 5, "at most")],
      ["import, construct, and the first request is made", median(times.asked).toFixed(2), ""],
      ["of that, Node's first Request, without any client", median(times.request).toFixed(2), ""],
    ],
  );
  await benchOverhead();
}

async function inNewProcess(program: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  return JSON.parse(stdout) as number[];
}

/** Both sides get the same answer in process, in turns, so that a slow moment of the machine meets both. */
async function benchOverhead(): Promise<void> {
  const body = JSON.stringify({ id: "610001", domain: "www.haldeninstruments.example", isUsingHttps: true });
  const answer = async (_request: Request): Promise<Response> => new Response(body, { headers: { "content-type": "application/json" } });
  const connection = createConnection({ baseUrl: "http://service.example", accessToken: "token", fetch: answer });
  const url = "http://service.example/cos-domains/v1/domains/610001";
  const raw = async (): Promise<unknown> => {
    const response = await answer(new Request(url, { headers: { authorization: "Bearer token" } }));
    return JSON.parse(await response.text());
  };
  const called = async (): Promise<unknown> => get(connection, "610001");
  const microseconds = { raw: [] as number[], called: [] as number[], more: [] as number[] };
  await timeCalls(raw);
  await timeCalls(called);
  for (let round = 0; round < rounds; round += 1) {
    const [ofRaw, ofCalled] = [await timeCalls(raw), await timeCalls(called)];
    microseconds.raw.push(ofRaw);
    microseconds.called.push(ofCalled);
    microseconds.more.push(ofCalled - ofRaw);
  }
  const more = median(microseconds.more);
  printTable(
    `Client: a call (median of ${rounds} rounds of ${callsARound} calls, one after the other, in process)`,
    ["", "µs", "target"],
    [
      ["fetch(new Request(…)) and JSON.parse", median(microseconds.raw).toFixed(1), ""],
      ["domains.get", median(microseconds.called).toFixed(1), ""],
      ["what the client adds", more.toFixed(1), judged(more, 20, "at most")],
    ],
  );
}

async function timeCalls(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < callsARound; count += 1) await call();
  return ((performance.now() - start) * 1000) / callsARound;
}
