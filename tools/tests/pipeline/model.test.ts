import { expect, test } from "vitest";
import type { Document, Schema } from "../../openapi/document.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import { nameMembers } from "../../pipeline/model/memberNames.ts";
import { documentOf } from "./documents.ts";

const ofSchema = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

// A search that follows every path through these schemas would not terminate.
test("finds secrets in 500 circular schemas", () => {
  const count = 500;
  const schemas = Array.from({ length: count }, (_, index): [string, Schema] => {
    const others = [1, 2, 3, 5, 8, 13].map((step) => `S${(index + step) % count}`);
    const properties = Object.fromEntries(others.map((name) => [`to${name}`, ofSchema(name)]));
    return [
      `S${index}`,
      { type: "object", properties: index === 400 ? { ...properties, key: { type: "string", "x-sensitive": true } } : properties },
    ];
  });
  const { operations } = buildModel(documentOf(Object.fromEntries(schemas)));
  expect(operations[0]?.sensitive).toEqual(["key"]);
});

test("reads a body composed of 500 circular schemas", () => {
  const count = 500;
  const schemas = Array.from({ length: count }, (_, index): [string, Schema] => {
    const others = [1, 2, 3].map((step) => ofSchema(`S${(index + step) % count}`));
    const own: Schema = { type: "object", required: [`p${index}`], properties: { [`p${index}`]: { type: "string" } } };
    return [`S${index}`, { anyOf: [own, ...others] }];
  });
  const { operations } = buildModel(documentOf(Object.fromEntries(schemas)));
  expect(operations[0]).toMatchObject({ sensitive: [], body: { placement: "fields", optionalFields: false } });
});

test("names a secret after its property, even in lists, maps and composed schemas", async () => {
  const secret: Schema = { type: "string", "x-sensitive": true };
  const { operations } = buildModel(
    documentOf({
      S0: {
        type: "object",
        properties: {
          keys: { type: "array", items: ofSchema("Secret") },
          byName: { type: "object", additionalProperties: ofSchema("Secret") },
          first: ofSchema("Either"),
          second: ofSchema("Either"),
          open: { type: "string" },
        },
      },
      Either: { oneOf: [{ type: "integer" }, ofSchema("Secret")] },
      Secret: secret,
    }),
  );
  expect(operations[0]?.sensitive).toEqual(["keys", "byName", "first", "second"]);
});

const inRepos = (...ids: readonly string[]) => ids.map((id) => ({ id, tag: "Git repos", area: "gitRepos" }));

test.each([
  ["gitRepos.get", "get"],
  ["git-repos/add-key", "addKey"],
  ["gitReposGet", "get"],
  ["GIT_REPOS_LIST", "list"],
  ["git-repos/delete", "delete"],
  ["gitRepository.get", "gitRepositoryGet"],
  ["gitrepositories", "gitrepositories"],
  ["git-repos", "gitRepos"],
  ["git-repos/", "gitRepos"],
  ["listGitRepos", "listGitRepos"],
])("%s is named %s in the area gitRepos", (id, name) => {
  expect(nameMembers(inRepos(id)).get(id)).toBe(name);
});

test("operations that would share a name keep their ids, regardless of their order in the document", () => {
  const expected = { "git-repos/get": "gitReposGet", get: "get", "git-repos/list": "list" };
  const ids = Object.keys(expected);
  expect(Object.fromEntries(nameMembers(inRepos(...ids)))).toEqual(expected);
  expect(Object.fromEntries(nameMembers(inRepos(...ids.toReversed())))).toEqual(expected);
  expect([...nameMembers(inRepos("go on", "go-on", "gitRepos.go/on")).values()]).toEqual(["goOn", "goOn2", "gitReposGoOn"]);
});

test("x-data becomes constants with unique names; malformed x-data is ignored", () => {
  const entry = { description: "A value.", value: 1 };
  const named = (data: object) => buildModel({ ...documentOf({ S0: {} }), "x-data": data } as Document).data.map(({ name }) => name);
  expect(named({ fidelity: entry, a: entry, A: entry, delete: entry })).toEqual(["fidelity2", "a", "a2", "delete_"]);
  expect(named({ a: entry, b: { value: 1 } })).toEqual([]);
});
