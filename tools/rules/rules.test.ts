import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { lint } from "../pipeline/lint/lint.ts";
import { redocly } from "../tests/redocly.ts";
import plugin from "./plugin.ts";

const here = import.meta.dirname;
const root = resolve(here, "../..");
const fixtures = join(here, "fixtures");
const work = mkdtempSync(join(tmpdir(), "rules-"));
afterAll(() => rmSync(work, { recursive: true }));

const rules = Object.keys(plugin().rules.oas3).sort();
const kinds = ["pass", "fail"] as const;

interface Found {
  readonly at: string;
  readonly message: string;
}

/** The tests read the cases from fixtures/<rule>/problems.yaml. */
interface Case {
  readonly as: "source" | "bundle";
  readonly problems: readonly Found[];
}

let reports: Readonly<Record<Case["as"], ReadonlyMap<string, readonly Found[]>>>;

beforeAll(async () => {
  const source = configurationFor("sources", (rule, kind) => join(fixtures, rule, kind, "openapi.yaml"));
  const { ok, stderr } = await redocly(["bundle", "--config", source]);
  if (!ok) throw new Error(`The fixtures cannot be bundled: ${stderr}`);
  const bundle = configurationFor("bundles", bundleOf);
  reports = { source: await findAll(source), bundle: await findAll(bundle) };
});

test("each rule has fixtures, and the severity `error` in redocly.yaml", () => {
  const severities = parse(readFileSync(join(root, "redocly.yaml"), "utf8")).rules as Record<string, unknown>;
  const own = Object.entries(severities).filter(([name]) => name.startsWith("house/"));

  expect(readdirSync(fixtures).filter((name) => !["assertions", "built-in"].includes(name))).toEqual(rules);
  expect(own).toEqual(rules.map((rule) => [`house/${rule}`, "error"]));
});

describe.each(rules)("%s", (rule) => {
  const cases = parse(readFileSync(join(fixtures, rule, "problems.yaml"), "utf8")) as readonly Case[];

  it("accepts the passing document and its bundle", () => {
    expect([reports.source.get(nameOf(rule, "pass")), reports.bundle.get(nameOf(rule, "pass"))]).toEqual([[], []]);
  });

  it.each(cases)("reports the problems in the failing document ($as)", ({ as, problems }) => {
    expect(problems).not.toEqual([]);
    expect(reports[as].get(nameOf(rule, "fail"))).toEqual(problems);
  });
});

describe("the configuration", () => {
  it("enables Redocly's built-in rules", async () => {
    const problems = await lint(join(fixtures, "built-in/openapi.yaml"), join(root, "redocly.yaml"));
    const expected = ["info-contact", "operation-summary", "security-defined", "security-scopes-defined", "tag-description"];
    expect(problems.map(({ rule }) => rule)).toEqual(expect.arrayContaining(expected));
  });

  it("enforces the conventions in spec/README.md with assertions", async () => {
    const problems = await lint(join(fixtures, "assertions/openapi.yaml"), join(root, "redocly.yaml"));
    const assertionProblems = problems.filter(({ rule }) => rule?.startsWith("rule/") || rule?.endsWith("-description"));
    expect(assertionProblems.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      "rule/openapi-version #/openapi",
      "rule/dialect #/jsonSchemaDialect",
      "rule/server-concrete #/servers/0/variables",
      "rule/retry-stated #/paths/~1rejected/get/x-retry",
      "rule/summary-imperative #/paths/~1rejected/get/summary",
      "rule/deprecated-has-sunset #/paths/~1rejected/get/x-sunset",
      "operation-description #/paths/~1rejected/get/description",
      "rule/example-of-parameter #/paths/~1rejected/get/parameters/0/examples",
      "parameter-description #/paths/~1rejected/get/parameters/0",
      "rule/integer-format #/paths/~1rejected/get/parameters/0/schema/format",
      "rule/example-named-in-parameter #/paths/~1rejected/get/parameters/1/example",
      "rule/one-scope #/paths/~1rejected/get/security/0/oauth2",
      "rule/one-scheme #/paths/~1rejected/get/security/1",
      "rule/one-scheme #/paths/~1rejected/get/security/2",
      "rule/default-response #/paths/~1rejected/get/responses/default",
      "rule/errors-shared #/paths/~1rejected/get/responses/404",
      "rule/response-description #/paths/~1rejected/get/responses/200/description",
      "rule/header-description #/paths/~1rejected/get/responses/200/headers/Retry-After/description",
      "rule/example-of-body #/paths/~1rejected/get/responses/200/content/application~1json/examples",
      "rule/example-named-in-body #/paths/~1rejected/get/responses/200/content/application~1json/example",
      "rule/summary-imperative #/paths/~1rejected/post/summary",
      "rule/sunset-is-deprecated #/paths/~1rejected/post/deprecated",
      "rule/security-stated #/paths/~1rejected/post/security",
      "rule/request-body-description #/paths/~1rejected/post/requestBody/description",
      "rule/example-complete #/paths/~1rejected/post/requestBody/content/application~1json/examples/noValue/value",
      "rule/example-complete #/paths/~1rejected/post/requestBody/content/application~1json/examples/noSummary/summary",
      "rule/errors-shared #/paths/~1rejected/post/responses/default",
      "rule/known-values-of-strings #/components/schemas/Meeting/properties/number/type/integer",
      "rule/known-values-or-enum #/components/schemas/Meeting/properties/closed/enum",
    ]);
  });
});

const documents = rules.flatMap((rule) => kinds.map((kind) => nameOf(rule, kind)));

function nameOf(rule: string, kind: (typeof kinds)[number]): string {
  return `${rule}-${kind}`;
}

function bundleOf(rule: string, kind: (typeof kinds)[number]): string {
  return join(work, `${nameOf(rule, kind)}.json`);
}

/** A single process lints all fixtures. */
function configurationFor(name: string, fileOf: (rule: string, kind: (typeof kinds)[number]) => string): string {
  const apis = rules.flatMap((rule) =>
    kinds.map((kind) => {
      const output = bundleOf(rule, kind);
      return [nameOf(rule, kind), { root: fileOf(rule, kind), output, rules: { [`house/${rule}`]: "error" } }] as const;
    }),
  );
  const file = join(work, `${name}.yaml`);
  writeFileSync(file, JSON.stringify({ telemetry: "off", plugins: [join(here, "plugin.ts")], apis: Object.fromEntries(apis) }));
  return file;
}

/** Redocly prints reports in the order of the documents. */
async function findAll(configuration: string): Promise<Map<string, Found[]>> {
  const { stdout } = await redocly(["lint", "--config", configuration, "--format", "json", "--max-problems", "1000"]);
  const reports = stdout.trim().split(/(?<=^\})\n*(?=\{)/m);
  expect(reports).toHaveLength(documents.length);
  return new Map(documents.map((name, index) => [name, readReport(reports[index] ?? "")]));
}

interface Report {
  readonly problems: readonly {
    readonly message: string;
    readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer: string }[];
  }[];
}

/** Places are relative to the folder of the document, and every bundle is named `bundle.json`. */
function readReport(report: string): Found[] {
  return (JSON.parse(report) as Report).problems.map(({ message, location: [at] }) => {
    const file = resolve(at?.source.ref ?? "");
    const name = dirname(file) === work ? "bundle.json" : relative(fixtures, file).split("/").slice(2).join("/");
    return { at: `${name}${at?.pointer}`, message };
  });
}
