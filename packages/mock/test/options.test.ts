import { addDemoAccount, createExampleMock, createMock, createProxy, type MockOptions, serveMock, violationLine } from "@crm-platform/mock";
import { mockHandlers } from "@crm-platform/mock/msw";
import { describe, expect, onTestFinished, test } from "vitest";

const get = (path: string) => new Request(`http://mock.test${path}`);

test("a request whose body has already been read is rejected, as it is by fetch", async () => {
  const mock = createExampleMock();
  const request = () => new Request("http://mock.test/oauth/v1/token", { method: "POST", body: "a=b" });
  const used = request();
  await used.text();
  await expect(mock.fetch(used)).rejects.toThrow(new TypeError("The request's body has already been read."));
  const locked = request();
  locked.body?.getReader();
  await expect(mock.fetch(locked)).rejects.toThrow(TypeError);
});

test("the body limit is inclusive and measured in bytes", async () => {
  const mock = createExampleMock({ bodyLimit: 100 });
  const send = (length: number) =>
    mock.fetch(
      new Request("http://mock.test/oauth/v1/token", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "x".repeat(length),
      }),
    );
  expect([(await send(100)).status, (await send(101)).status]).toEqual([400, 413]);
});

describe("arguments from JavaScript", () => {
  const url = 'upstream must be a URL object with the scheme http or https, for example new URL("https://api.example.com")';
  const aMock = "must be a mock, for example the result of await createMock()";
  const onViolation = () => {};
  const upstream = new URL("http://127.0.0.1:1");
  const mock = createMock();

  test.each<[name: string, call: (mock: object) => unknown, message: string]>([
    ["createProxy()", () => createProxy(...none()), "createProxy: the options must be an object."],
    [
      "createProxy({})",
      () => createProxy(...one({})),
      `createProxy: ${url.replace("must", "is missing; it must")}; onViolation is missing; it must be a function.`,
    ],
    ["a string as upstream", () => createProxy(...one({ upstream: "https://api.example.com", onViolation })), `createProxy: ${url}.`],
    ["an upstream with FTP", () => createProxy({ upstream: new URL("ftp://api.example.com"), onViolation }), `createProxy: ${url}.`],
    [
      "a misspelled option of createProxy",
      () => createProxy(...one({ upstream, onViolation, onEror() {} })),
      "createProxy: onEror is not an option. Did you mean onError? Valid options: upstream, onViolation, serviceName, onError.",
    ],
    [
      "createProxy with a document",
      () => createProxy(...one({ upstream, onViolation, document: { paths: {} } })),
      "createProxy: document is not an option. Valid options: upstream, onViolation, serviceName, onError.",
    ],
    [
      "createExampleMock with a document",
      () => createExampleMock(...one({ document: { paths: {} } })),
      "createExampleMock: document is not an option. Valid options: bodyLimit, onError, onServed.",
    ],
    ["serveMock({})", () => serveMock(...one({})), `serveMock: mock is missing; it ${aMock}.`],
    ["serveMock with a promise", () => serveMock(...one({ mock, port: 0 })), `serveMock: mock ${aMock}.`],
    [
      "serveMock with a port name",
      (one) => serveMock({ mock: one, port: "http" } as never),
      "serveMock: port must be an integer from 0 to 65535.",
    ],
    [
      "serveMock(mock)",
      (one) => serveMock(one as never),
      `serveMock: mock is missing; it ${aMock}; account is not an option. Valid options: mock,`,
    ],
    ["addDemoAccount()", () => addDemoAccount(...none()), `addDemoAccount: mock is missing; it ${aMock}.`],
    ["addDemoAccount with a promise", () => addDemoAccount(...one(mock)), `addDemoAccount: mock ${aMock}.`],
    ["mockHandlers()", () => Reflect.apply(mockHandlers, undefined, []), `mockHandlers: mock is missing; it ${aMock}.`],
    [
      "mockHandlers(mock, {})",
      (one) => mockHandlers(one as never, {} as never),
      "mockHandlers: baseUrl is missing; it must be an absolute URL, for example https://api.example.com.",
    ],
    [
      "mockHandlers with a host",
      (one) => mockHandlers(one as never, { baseUrl: "api.example.com" }),
      "mockHandlers: baseUrl must be an absolute URL, for example https://api.example.com.",
    ],
    ["violationLine()", () => violationLine(...none()), "violationLine: the argument must be a violation, as onViolation receives it."],
  ])("%s is rejected with a sentence", async (_, call, message) => {
    const error = await Promise.resolve(await mock)
      .then(call)
      .catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message.slice(0, message.length)).toBe(message);
  });

  test("methods of a mock reject wrong arguments with a sentence", async () => {
    const { smtp, fetch, requests } = await mock;
    await expect(smtp(...one({ port: "smtp" }))).rejects.toThrow("smtp: port must be an integer from 0 to 65535.");
    await expect(smtp({ hostname: "" })).rejects.toThrow(
      "smtp: hostname must be a host name or an address such as 127.0.0.1, and must not be empty.",
    );
    await expect(fetch(...one(null))).rejects.toThrow("Failed to parse URL from null");
    await expect(requests.list({ signal: true as never })).rejects.toThrow("signal must be an AbortSignal");
    expect((await createProxy({ upstream, onViolation }).fetch("http://proxy.test/cms/domains/2026-03")).status).toBe(502);
  });

  /** Returns arguments that the declared types do not allow. */
  function one(argument: unknown): [never] {
    return [argument as never];
  }

  function none(): [never] {
    return [] as unknown as [never];
  }
});

describe("a mock with a state", () => {
  test.each<[options: object, message: string]>([
    [{ contract: "prism" }, "contract is not an option. Valid options: database, idSeed, rateLimits"],
    [{ webhookHosts: ["https://a.example"] }, "webhookHosts must be a list of host names or addresses, without ports or wildcards"],
    [{ bodyLimit: -1 }, "bodyLimit must be a number of bytes, at least 1"],
    [{ bodyLimit: "1 MB", strict: 1 }, "bodyLimit must be a number of bytes, at least 1; strict must be true or false"],
    [{ onServed: {} }, "onServed must be a function"],
    [{ database: 7 }, "database must be a string"],
    [{ toString: 1 }, "toString is not an option. Valid options: database, idSeed, rateLimits"],
    [{ databse: "secret" }, "databse is not an option. Did you mean database? Valid options: database, idSeed, rateLimits"],
  ])("rejects %j", async (options, message) => {
    const error = await createMock(options as MockOptions).catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(`createMock: ${message}`);
    expect(String(error)).not.toContain("secret");
  });

  test("treats an undefined option as missing", async () => {
    const mock = await createMock({ controlToken: undefined } as unknown as MockOptions);
    onTestFinished(() => mock.close());
    expect(await mock.health()).toMatchObject({ status: "ok" });
  });

  test("serves the document of its control API, and redirects to the reference", async () => {
    const mock = await createMock();
    onTestFinished(() => mock.close());
    const document = await mock.fetch(`${mock.url}/__mock/v1/openapi.json`);
    expect(await document.json()).toMatchObject({
      openapi: "3.1.0",
      servers: [{ url: mock.url }],
      paths: { "/__mock/v1/accounts": expect.anything() },
    });
    expect(await (await mock.fetch(`${mock.url}/openapi.json`)).json()).toMatchObject({ servers: [{ url: mock.url }] });
    const door = await mock.fetch(get("/"), { redirect: "manual" });
    expect([door.status, door.headers.get("location")]).toEqual([302, "/docs/"]);
  });
});
