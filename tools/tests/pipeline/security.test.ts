import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createConnection, type Operation } from "@crm-platform/client/engine";
import { expect, onTestFinished, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { emitClient } from "../../pipeline/emit/client/client.ts";
import { emitOperationData } from "../../pipeline/emit/client/operations.ts";
import { standaloneSpecifiers } from "../../pipeline/emit/files.ts";
import { printTypes } from "../../pipeline/emit/types/typeScript.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import { listening } from "../workspace.ts";

const securitySchemes = {
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://s.example/token", scopes: { read: "Read." } } } },
  bearer: { type: "http", scheme: "Bearer" },
  basic: { type: "http", scheme: "BASIC" },
  digest: { type: "http", scheme: "digest" },
  inHeader: { type: "apiKey", in: "header", name: "X-Key" },
  inQuery: { type: "apiKey", in: "query", name: "api key" },
  inCookie: { type: "apiKey", in: "cookie", name: "sid" },
  certificate: { type: "mutualTLS" },
};

type Security = readonly Readonly<Record<string, readonly string[]>>[];

function documentOf(operations: Readonly<Record<string, Security | undefined>>, security?: Security): Document {
  const paths = Object.entries(operations).map(([operationId, own]) => [
    `/${operationId}`,
    {
      get: {
        operationId,
        parameters: [{ name: "q", in: "query", schema: { type: "string" } }],
        responses: { 204: { description: "Done." } },
        ...(own && { security: own }),
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Security", version: "1" },
    ...(security && { security }),
    paths: Object.fromEntries(paths),
    components: { securitySchemes },
  } as Document;
}

async function generated(document: Document): Promise<{ operations: Record<string, Operation>; source: string }> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const model = buildModel(document);
  const specifiers = { ...standaloneSpecifiers, engine: new URL("../../../packages/client/src/engine/index.ts", import.meta.url).href };
  const file = join(folder, "operations.ts");
  await writeFile(file, emitOperationData(model, specifiers).content);
  const operations = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, Operation>;
  return { operations, source: emitClient(model, printTypes(document, model), specifiers).content };
}

test("a generated client sends credentials as the document requires", async () => {
  const seen: string[] = [];
  const server = createServer(({ url, headers }, response) => {
    const { authorization, "x-key": key, cookie } = headers;
    seen.push(JSON.stringify({ url, authorization, key, cookie }));
    response.writeHead(204).end();
  });
  const baseUrl = await listening(server);

  const { operations, source } = await generated(
    documentOf({
      undeclared: undefined,
      none: [],
      oauth: [{ inHeader: [] }, { oauth: ["read"] }],
      bearer: [{ bearer: [] }],
      basic: [{ digest: [] }, { basic: [] }],
      inHeader: [{ inHeader: [] }],
      inQuery: [{ certificate: [], inQuery: [] }],
      inCookie: [{}, { inCookie: [] }],
      certificate: [{ certificate: [] }],
    }),
  );
  const run = async (name: string, accessToken = "t-1", parameters: object = {}): Promise<unknown> => {
    const operation = operations[`default${name[0]?.toUpperCase()}${name.slice(1)}`] as Operation;
    await createConnection({ baseUrl, accessToken }).call(operation, [], parameters);
    return JSON.parse(seen.at(-1) ?? "");
  };
  expect(await run("undeclared")).toEqual({ url: "/undeclared", authorization: "Bearer t-1" });
  expect(await run("none")).toEqual({ url: "/none" });
  expect(await run("oauth")).toEqual({ url: "/oauth", authorization: "Bearer t-1" });
  expect(await run("bearer")).toEqual({ url: "/bearer", authorization: "Bearer t-1" });
  expect(await run("basic", "mara:p ä:ss")).toEqual({
    url: "/basic",
    authorization: `Basic ${Buffer.from("mara:p ä:ss").toString("base64")}`,
  });
  expect(await run("inHeader")).toEqual({ url: "/inHeader", key: "t-1" });
  expect(await run("inQuery", "t&1", { q: "a" })).toEqual({ url: "/inQuery?q=a&api%20key=t%261" });
  expect(await run("inCookie")).toEqual({ url: "/inCookie", cookie: "sid=t-1" });
  expect(await run("certificate")).toEqual({ url: "/certificate" });
  for (const sentence of [
    "`accessToken`: `user:password`, sent by HTTP Basic.",
    "`accessToken`: an API key, sent as the header `X-Key`.",
    "`accessToken`: an API key, sent as the query parameter `api key`.",
    "`accessToken`: an API key, sent as the cookie `sid`; optional.",
  ]) {
    expect(source).toContain(sentence);
  }
});

test("errors do not contain credentials in any form", async () => {
  const password = "p ä:ss";
  const { operations } = await generated(
    documentOf({ basic: [{ basic: [] }], inHeader: [{ inHeader: [] }], inQuery: [{ inQuery: [] }], inCookie: [{ inCookie: [] }] }),
  );
  const fetch = ({ url, headers }: Request): Response => new Response(JSON.stringify([url, ...headers, password]), { status: 400 });
  for (const [name, accessToken] of Object.entries({
    Basic: `mara:${password}`,
    InHeader: "hidden",
    InQuery: "hid&den",
    InCookie: "hidden",
  })) {
    const operation = operations[`default${name}`] as Operation;
    const call = createConnection({ baseUrl: "http://s.example", fetch, accessToken }).call(operation, [], {});
    const error = JSON.stringify(await call.catch((reason: unknown) => reason));
    expect(error).toContain("[redacted]");
    const forms = [accessToken, encodeURIComponent(accessToken), Buffer.from(accessToken).toString("base64")];
    for (const form of name === "Basic" ? [...forms, password] : forms) expect(error).not.toContain(form);
  }
});

test.each([
  {
    title: "an unsupported scheme",
    document: documentOf({ things: [{ digest: [] }] }),
    pointer: "#/paths/~1things/get/security",
    found:
      "of things. Expected: an alternative with one scheme of oauth2, openIdConnect, apiKey, HTTP bearer or HTTP basic. Found: digest (http digest).",
  },
  {
    title: "schemes that work only together",
    document: documentOf({ things: undefined }, [{ inHeader: [], inQuery: [] }, { digest: [] }]),
    pointer: "#/security",
    found: "Found: inHeader (apiKey) together with inQuery (apiKey); digest (http digest).",
  },
])("rejects $title", ({ document, pointer, found }) => {
  const problems = [expect.objectContaining({ pointer, message: expect.stringContaining(found) })];
  expect(() => buildModel(document)).toThrow(expect.objectContaining({ problems }));
});

test("an unsupported scheme is ignored where credentials are optional", () => {
  const { operations } = buildModel(documentOf({ things: [{ digest: [] }, {}] }));
  expect(operations.map(({ authentication }) => authentication)).toEqual(["none"]);
});
