import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { findingsBetween } from "../decide.ts";

type Version = Readonly<Record<string, unknown>>;
type Versions = Readonly<Record<string, Version>>;

const content = (schema: object): object => ({ content: { "application/json": { schema } } });
const items = (names: readonly string[]): object => ({
  type: "array",
  items: { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) },
});

interface Described {
  readonly fields?: readonly string[];
  readonly required?: readonly string[];
  readonly statuses?: readonly string[];
  readonly operations?: readonly string[];
}

/** A document whose interface `Pages` has the described version 2026-03, and the other versions. */
function documentWith(versions: Versions, described: Described = {}, member: object = {}): Document {
  const {
    fields = ["id", "slug"],
    required = ["kind"],
    statuses = ["200", "207"],
    operations = ["pages.list", "pages.create"],
  } = described;
  const kind = { type: "string", enum: ["draft", "live"] };
  const responses = Object.fromEntries(
    statuses.map((status) => [status, { description: "Done.", ...content({ type: "object", properties: { results: items(fields) } }) }]),
  );
  const paths = Object.fromEntries(
    operations.map((operationId) => {
      const requestBody = content({ type: "object", properties: { kind }, required });
      const parameters = [{ name: "isDraft", in: "query", schema: { type: "boolean" } }];
      const operation = { operationId, tags: ["pages"], security: [], parameters, requestBody, responses };
      return [`/cms/pages/2026-03/${operationId.split(".")[1]}`, { post: operation }];
    }),
  );
  const pages = { prefix: "/cms/pages/2026-03", areas: ["pages"], versions, ...member };
  const document = { openapi: "3.1.0", info: { title: "Versions", version: "1.0.0" }, paths };
  return { ...document, "x-versions": { interfaces: { Pages: pages } } } as unknown as Document;
}

const v3: Version = { prefix: "/cms/v3/pages" };
const other: Version = { prefix: "/cms/pages/2025-09" };

function differing(difference: object, operations: readonly string[] = ["pages.list"]): Versions {
  return { v3: { ...v3, differences: [{ operations, ...difference }] } };
}

function linesOf(before: Document, after: Document): string[] {
  return findingsBetween(before, after).map(({ effect, place, message }) => `${effect} ${place}: ${message}`);
}

const list = "version Pages v3 operation pages.list";

test.each([
  {
    title: "a version",
    before: { v3, "2025-09": other },
    after: { v3 },
    there: ["breaks version Pages 2025-09: The version was removed. Requests below `/cms/pages/2025-09` get a 404 response."],
    back: ["adds version Pages 2025-09: The version was added, below `/cms/pages/2025-09`."],
  },
  {
    title: "another prefix",
    before: { v3 },
    after: { v3: { prefix: "/cms/v3/page" } },
    there: [
      "breaks version Pages v3: `prefix` changed from `/cms/v3/pages` to `/cms/v3/page`. Requests below the old prefix get a 404 response.",
    ],
    back: [
      "breaks version Pages v3: `prefix` changed from `/cms/v3/page` to `/cms/v3/pages`. Requests below the old prefix get a 404 response.",
    ],
  },
  {
    title: "an earlier end",
    before: { v3: { ...v3, ends: "2027-09-01" } },
    after: { v3: { ...v3, ends: "2027-03-01" } },
    there: ["breaks version Pages v3: `ends` changed from `2027-09-01` to `2027-03-01`. Calls fail with 410 from the earlier date on."],
    back: ["adds version Pages v3: `ends` changed from `2027-03-01` to `2027-09-01`. Calls after this date fail with 410."],
  },
  {
    title: "an announced end",
    before: { v3 },
    after: { v3: { ...v3, ends: "2027-03-01" } },
    there: ["adds version Pages v3: `ends: 2027-03-01` added. Calls after this date fail with 410."],
    back: ["reads version Pages v3: `ends: 2027-03-01` removed."],
  },
  {
    title: "an absent operation",
    before: { v3 },
    after: differing({ absent: true }),
    there: [`breaks ${list}: The version no longer has the operation. Requests get a 404 response.`],
    back: [`adds ${list}: The version now has the operation.`],
  },
  {
    title: "an absent field",
    before: { v3 },
    after: differing({ absentFields: ["/results/*/slug"] }),
    there: [`breaks ${list}: Fields removed: \`/results/*/slug\`. Code that uses them fails in this version.`],
    back: [`adds ${list}: Fields added: \`/results/*/slug\`.`],
  },
  {
    title: "an absent parameter",
    before: { v3 },
    after: differing({ absentParameters: ["isDraft"] }),
    there: [`breaks ${list}: Fields removed: \`isDraft\`. Code that uses them fails in this version.`],
    back: [`adds ${list}: Fields added: \`isDraft\`.`],
  },
  {
    title: "an absent value",
    before: { v3 },
    after: differing({ absentValues: { "/kind": ["live"] } }),
    there: [`breaks ${list}: Values removed: \`/kind: live\`. Requests with them get a 400 response.`],
    back: [`adds ${list}: Values added: \`/kind: live\`.`],
  },
  {
    title: "an optional field",
    before: { v3 },
    after: differing({ optional: { "/kind": "draft" } }),
    there: [`adds ${list}: Fields became optional: \`/kind\`.`],
    back: [`breaks ${list}: Fields became required: \`/kind\`. Requests without them get a 400 response.`],
  },
  {
    title: "another default",
    before: differing({ optional: { "/kind": "draft" } }),
    after: differing({ optional: { "/kind": "live" } }),
    there: [
      `breaks ${list}: \`optional /kind\` changed from \`draft\` to \`live\`. Requests that omit the field have a different meaning.`,
    ],
    back: [`breaks ${list}: \`optional /kind\` changed from \`live\` to \`draft\`. Requests that omit the field have a different meaning.`],
  },
  {
    title: "another status",
    before: { v3 },
    after: differing({ status: { "207": "201" } }),
    there: [`breaks ${list}: \`status 207\` changed from \`207\` to \`201\`. Code that checks for the old status fails.`],
    back: [`breaks ${list}: \`status 207\` changed from \`201\` to \`207\`. Code that checks for the old status fails.`],
  },
])("judges $title of a version, and the reverse", ({ before, after, there, back }) => {
  expect(linesOf(documentWith(before), documentWith(after))).toEqual(there);
  expect(linesOf(documentWith(after), documentWith(before))).toEqual(back);
});

test("a version is not changed by what the described version gains and the other version lacks", () => {
  const gains = (described: Described, versions: Versions): string[] => linesOf(documentWith({ v3 }), documentWith(versions, described));
  expect(
    gains({ fields: ["id", "slug", "title"] }, differing({ absentFields: ["/results/*/title"] }, ["pages.list", "pages.create"])),
  ).toEqual([
    "adds response 200 field results[].title: The field was added to responses.",
    "adds response 207 field results[].title: The field was added to responses.",
    "adds response 200 field results[].title: The field was added to responses.",
    "adds response 207 field results[].title: The field was added to responses.",
  ]);
  expect(gains({ operations: ["pages.list", "pages.create", "pages.get"] }, differing({ absent: true }, ["pages.get"]))).toEqual([
    "adds : The operation was added: `POST /cms/pages/2026-03/get`.",
  ]);
});

test("an operation that leaves an interface loses its other versions", () => {
  const [before, after] = [documentWith({ v3 }), documentWith({ v3 }, {}, { areas: ["posts"] })];
  expect(linesOf(before, after)).toEqual(
    ["list", "create"].map(
      (name) => `breaks version Pages v3 operation pages.${name}: The version no longer has the operation. Requests get a 404 response.`,
    ),
  );
});

test("judges sunset interfaces", () => {
  const withInterfaces = (...interfaces: readonly object[]): Document =>
    ({ ...documentWith({ v3 }), "x-sunset-interfaces": interfaces }) as Document;
  const interfaceWith = (more: object = {}): object => ({
    name: "One",
    date: "2026-05-01",
    replacement: null,
    pathPrefixes: ["/one"],
    ...more,
  });
  const [none, one] = [withInterfaces(), withInterfaces(interfaceWith())];
  const place = "sunset interface /one";
  expect(linesOf(none, one)).toEqual([`breaks ${place}: The interface was added. Requests to its paths get a 410 response.`]);
  expect(linesOf(one, none)).toEqual([`adds ${place}: The interface was removed. Requests to its paths no longer get a 410 response.`]);
  const earlier = withInterfaces(interfaceWith({ date: "2026-01-01" }));
  expect(linesOf(one, earlier)).toEqual([
    `breaks ${place}: \`date\` changed from \`2026-05-01\` to \`2026-01-01\`. Calls fail with 410 from the earlier date on.`,
  ]);
  expect(linesOf(earlier, one)).toEqual([
    `adds ${place}: \`date\` changed from \`2026-01-01\` to \`2026-05-01\`. Calls after this date fail with 410.`,
  ]);
  expect(linesOf(one, withInterfaces(interfaceWith({ pathPrefixes: ["/one", "/1"] })))).toEqual([
    "breaks sunset interface /1: The interface was added. Requests to its paths get a 410 response.",
  ]);
  expect(linesOf(one, withInterfaces(interfaceWith({ replacement: "Two" })))).toEqual([`reads ${place}: The replacement changed.`]);
});
