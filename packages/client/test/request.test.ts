import { createClient, createConnection } from "@crm-platform/client";
import { type Operation, prepare, writeMultipart, writeQuery } from "@crm-platform/client/engine";
import { describe, expect, test } from "vitest";
import { recording } from "./recording.ts";

const accessToken = "story-access-token-4815162";

describe("what is sent", () => {
  test("fields go into the body, and query parameters into the query", async () => {
    const { requests, fetch } = recording(() => Response.json({ results: [] }));
    const client = createClient({ baseUrl: "http://service.example/base/", fetch, accessToken: async () => "from-a-function" });
    await client.meetings.batchRead({
      inputs: [{ id: "1" }],
      properties: ["a"],
      propertiesWithHistory: [],
      archived: true,
      idProperty: undefined as never,
    });
    const request = requests[0] as Request;
    expect(`${request.method} ${request.url}`).toBe(
      "POST http://service.example/base/crm/objects/2026-03/meetings/batch/read?archived=true",
    );
    expect(request.headers.get("authorization")).toBe("Bearer from-a-function");
    expect(request.headers.get("content-type")).toBe("application/json");
    expect(await request.json()).toEqual({ inputs: [{ id: "1" }], properties: ["a"], propertiesWithHistory: [] });
  });

  test("a list in the query is written as the document says", async () => {
    const { requests, fetch } = recording(() => Response.json({ objects: [] }));
    await createClient({ fetch }).pages.list({ id__in: [730001, 730002], slug: "a&b=c", limit: 5 });
    expect(new URL((requests[0] as Request).url).search).toBe("?limit=5&slug=a%26b%3Dc&id__in=730001,730002");
  });

  test("the token request is a form, and carries no access token", async () => {
    const { requests, fetch } = recording(() => Response.json({}));
    const grant = { grant_type: "refresh_token", refresh_token: "a b&c", client_id: "id", client_secret: "secret" } as const;
    await createClient({ fetch, accessToken }).oauth.createToken(grant);
    const request = requests[0] as Request;
    expect(request.headers.get("authorization")).toBeNull();
    expect(request.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(await request.text()).toBe("grant_type=refresh_token&refresh_token=a+b%26c&client_id=id&client_secret=secret");
  });

  test("an operation without a body sends none, and no content type", async () => {
    const { requests, fetch } = recording(() => Response.json({ password: "x" }));
    await createClient({ fetch }).smtpTokens.resetPassword("user@example");
    const request = requests[0] as Request;
    expect(request.headers.get("content-type")).toBeNull();
    expect(await request.text()).toBe("");
  });

  test.each(["..", ".", "", [".."], ["a", 1], {}, Number.NaN, null, undefined])(
    "the id %j is refused before anything is sent",
    async (id) => {
      const { requests, fetch } = recording(() => new Response());
      await expect(createClient({ fetch }).tickets.archive(id as string)).rejects.toThrow("tickets.archive: ");
      expect(requests).toEqual([]);
    },
  );

  test("an id cannot leave its place in the path", async () => {
    const { requests, fetch } = recording(() => new Response(null, { status: 204 }));
    await createClient({ baseUrl: "http://service.example", fetch }).tickets.archive("1/../../x?y#z");
    expect((requests[0] as Request).url).toBe("http://service.example/crm/objects/2026-03/tickets/1%2F..%2F..%2Fx%3Fy%23z");
  });

  test("headers of the call win over those of the client", async () => {
    const { requests, fetch } = recording(() => Response.json({}));
    const client = createClient({ fetch, headers: { "x-trace": "client", "x-other": "client" } });
    await client.domains.get("1", { headers: { "x-trace": "call" } });
    expect((requests[0] as Request).headers.get("x-trace")).toBe("call");
    expect((requests[0] as Request).headers.get("x-other")).toBe("client");
  });

  test("a parameter is sent only when it is given, whatever its name, and under its name on the wire", async () => {
    const { requests, fetch } = recording(() => new Response(null, { status: 204 }));
    const search: Operation = {
      id: "things.search",
      method: "GET",
      path: "/things",
      retry: "safe",
      authenticated: false,
      prepare,
      query: { parameters: [{ name: "constructor" }, { name: "toString" }, { name: "version" }], write: writeQuery },
      headers: [{ name: "valueOf" }, { name: "version", member: "versionHeader" }],
    };
    await createConnection({ baseUrl: "http://service.example", fetch }).call(search, [], { version: 2, versionHeader: "b" });
    const [request] = requests as [Request];
    expect(request.url).toBe("http://service.example/things?version=2");
    expect([...request.headers]).toEqual([["version", "b"]]);
  });

  test("a form with parts, for documents that have one", async () => {
    const { requests, fetch } = recording(() => new Response(null, { status: 204 }));
    const upload: Operation = {
      id: "files.upload",
      method: "POST",
      path: "/files",
      retry: "never",
      authenticated: false,
      prepare,
      body: { mediaType: "multipart/form-data", write: writeMultipart },
    };
    const parameters = { file: new Blob(["bytes"]), tags: ["a", "b"], facts: { size: 5 }, note: undefined };
    await createConnection({ baseUrl: "http://service.example", fetch }).call(upload, [], parameters);
    const form = await (requests[0] as Request).formData();
    expect([...form.keys()]).toEqual(["file", "tags", "tags", "facts"]);
    expect(await (form.get("file") as File).text()).toBe("bytes");
    expect(await (form.get("facts") as File).text()).toBe('{"size":5}');
  });
});

describe("options that cannot be used", () => {
  test.each(["nope", "", "/relative"])("the base URL %j is refused, and the default stands in for none", (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(`not "${baseUrl}"`);
    expect(() => createClient({ baseUrl: undefined })).not.toThrow();
  });

  test.each(["", "secret\ntoken", "secret token"])("the token %j is refused, and not told", async (token) => {
    const { requests, fetch } = recording(() => new Response());
    const error = await createClient({ fetch, accessToken: token })
      .domains.list()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain("secret");
    expect(requests).toEqual([]);
  });
});
