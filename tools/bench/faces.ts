import { gzipSync } from "node:zlib";
import { addDemoAccount, createMock, type Mock, serveMock } from "@crm-platform/mock";
import { judged, median, printTable } from "./table.ts";

const accounts = 100;
const requestsEach = 1_000;
const runs = 51;
const demoAccount = "/console/accounts/4815162";
/** An account that has been used for long. */
const usedAccount = { accountId: 20_999_999, tokens: 3_000, apps: 500 };
const usedPath = `/console/accounts/${usedAccount.accountId}`;

const pages = [
  "/console",
  "/console/accounts",
  "/console/clock",
  "/console/faults",
  "/console/oauth",
  ...["", "/requests", "/outbox", "/records", "/records/0-5/9601", "/tokens", "/clock", "/faults", "/snapshots"].map(
    (path) => demoAccount + path,
  ),
  usedPath,
  `${usedPath}/tokens`,
  "/oauth/authorize?client_id=6c1f0d2e-8a41-4b7c-9e55-000004815162&redirect_uri=https%3A%2F%2Ftraildesk.example%2Foauth%2Fcallback&scopes=tickets",
  "/oauth/callback?code=1",
  "/docs/",
  "/docs/getting-started.html",
];

/** How long the server takes for each page of the web faces, over HTTP, with 100,000 entries in the journal; and how large it is. */
export async function benchFaces(): Promise<void> {
  const mock = await createMock({ keepSunsetOperations: true });
  await addDemoAccount(mock);
  await fillJournal(mock);
  await fillUsedAccount(mock);
  const server = await serveMock({ mock, port: 0 });
  try {
    const rows = [];
    for (const path of pages) rows.push(await measure(server.url, path));
    printTable(
      `Web faces: median of ${runs} requests, ${accounts * requestsEach} journal entries`,
      ["page", "ms", "KB gzip with its files"],
      rows.map(({ path, milliseconds, kilobytes }) => [path.split("?")[0] ?? "", milliseconds.toFixed(1), kilobytes.toFixed(1)]),
    );
    console.log(`Slowest page, ms: ${judged(Math.max(...rows.map(({ milliseconds }) => milliseconds)), 20, "at most")}`);
    const ofConsole = rows.filter(({ path }) => path.startsWith("/console"));
    console.log(`Largest page of the console, KB: ${judged(Math.max(...ofConsole.map(({ kilobytes }) => kilobytes)), 60, "at most")}\n`);
  } finally {
    await server.close();
    await mock.close();
  }
}

/** Over the API: what the console shows is what came in. */
async function fillJournal(mock: Mock): Promise<void> {
  for (let made = 0; made < accounts; made += 1) {
    const { accessToken } = await mock.account();
    const headers = { authorization: `Bearer ${accessToken}` };
    for (let sent = 0; sent < requestsEach; sent += 1) await (await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers })).text();
  }
}

async function fillUsedAccount(mock: Mock): Promise<void> {
  const { accountId, tokens, apps } = usedAccount;
  const { refreshToken, app } = await mock.account({ accountId });
  for (let made = 1; made < apps; made += 1) await mock.installApp(accountId, { name: `App ${made}` });
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: app.clientId, client_secret: app.clientSecret };
  // Each app came with two.
  for (let made = 2 * apps; made < tokens; made += 1) {
    const { status } = await mock.fetch(`${mock.url}/oauth/v1/token`, { method: "POST", body: new URLSearchParams(form) });
    if (status !== 200) throw new Error(`A refresh answered ${status}.`);
  }
}

async function measure(url: string, path: string): Promise<{ path: string; milliseconds: number; kilobytes: number }> {
  const times: number[] = [];
  let text = "";
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    const response = await fetch(url + path);
    text = await response.text();
    times.push(performance.now() - start);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  }
  const named = [...text.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"#]+)"/g)].map(([, file = ""]) =>
    String(new URL(file, url + path)),
  );
  const texts = await Promise.all([...new Set(named)].map(async (file) => (await fetch(file)).text()));
  const bytes = [text, ...texts].reduce((sum, one) => sum + gzipSync(one).byteLength, 0);
  return { path, milliseconds: median(times), kilobytes: bytes / 1_000 };
}
