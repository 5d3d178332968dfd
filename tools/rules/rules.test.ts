import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { lint } from "../pipeline/lint/lint.ts";
import { redocly } from "../pipeline/lint/redocly.ts";
import plugin from "./plugin.ts";

const here = import.meta.dirname;
const root = resolve(here, "../..");
const fixtures = join(here, "fixtures");
const work = mkdtempSync(join(tmpdir(), "rules-"));
afterAll(() => rmSync(work, { recursive: true }));

const rules = Object.keys(plugin().rules.oas3).sort();

/** What a rule finds in a failing document, in its sources or in its bundle: fixtures/<rule>/problems.yaml. */
interface Case {
  readonly document: string;
  readonly as: "source" | "bundle";
  readonly problems: readonly { readonly at: string; readonly message: string }[];
}

test("each rule has fixtures, and is an error in redocly.yaml", () => {
  const configured = parse(readFileSync(join(root, "redocly.yaml"), "utf8")).rules as Record<string, unknown>;
  const own = Object.entries(configured).filter(([name]) => name.startsWith("house/"));

  expect(readdirSync(fixtures).filter((name) => !["assertions", "built-in", "foreign"].includes(name))).toEqual(rules);
  expect(own).toEqual(rules.map((rule) => [`house/${rule}`, "error"]));
});

describe.each(rules)("%s", (rule) => {
  const folder = join(fixtures, rule);
  const cases = parse(readFileSync(join(folder, "problems.yaml"), "utf8")) as readonly Case[];
  const only = configurationOf(rule);

  it.concurrent("has nothing to say about the passing document", async () => {
    expect(await find(join(folder, "pass/openapi.yaml"), only)).toEqual([]);
  });

  it.concurrent("has nothing to say about its bundle", async () => {
    expect(await find(await bundle(join(folder, "pass/openapi.yaml"), only), only)).toEqual([]);
  });

  it.concurrent.each(cases)("finds what is wrong with the $as of $document", async ({ document, as, problems }) => {
    const source = join(folder, document);
    expect(problems).not.toEqual([]);
    expect(await find(as === "bundle" ? await bundle(source, only) : source, only)).toEqual(problems);
  });
});

describe("the configuration", () => {
  it("leaves to Redocly what Redocly finds itself", async () => {
    const found = await lint(join(fixtures, "built-in/openapi.yaml"), join(root, "redocly.yaml"));
    const expected = ["info-contact", "operation-summary", "security-defined", "security-scopes-defined", "tag-description"];
    expect(found.map(({ rule }) => rule)).toEqual(expect.arrayContaining(expected));
  });

  it("finds by assertions what is not as spec/README.md asks", async () => {
    const found = await lint(join(fixtures, "assertions/openapi.yaml"), join(root, "redocly.yaml"));
    const asserted = found.filter(({ rule }) => rule?.startsWith("rule/") || rule?.endsWith("-description"));
    expect(asserted.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      "rule/openapi-version #/openapi",
      "rule/dialect #/jsonSchemaDialect",
      "rule/server-concrete #/servers/0/variables",
      "rule/summary-imperative #/paths/~1refused/get/summary",
      "rule/retry-stated #/paths/~1refused/get/x-retry",
      "rule/deprecated-has-sunset #/paths/~1refused/get/x-sunset",
      "operation-description #/paths/~1refused/get/description",
      "rule/example-of-parameter #/paths/~1refused/get/parameters/0/examples",
      "parameter-description #/paths/~1refused/get/parameters/0",
      "rule/integer-format #/paths/~1refused/get/parameters/0/schema/format",
      "rule/example-named-in-parameter #/paths/~1refused/get/parameters/1/example",
      "rule/one-scope #/paths/~1refused/get/security/0/oauth2",
      "rule/one-scheme #/paths/~1refused/get/security/1",
      "rule/one-scheme #/paths/~1refused/get/security/2",
      "rule/default-response #/paths/~1refused/get/responses/default",
      "rule/errors-shared #/paths/~1refused/get/responses/404",
      "rule/response-description #/paths/~1refused/get/responses/200/description",
      "rule/header-description #/paths/~1refused/get/responses/200/headers/Retry-After/description",
      "rule/example-of-body #/paths/~1refused/get/responses/200/content/application~1json/examples",
      "rule/example-named-in-body #/paths/~1refused/get/responses/200/content/application~1json/example",
      "rule/summary-imperative #/paths/~1refused/post/summary",
      "rule/sunset-is-deprecated #/paths/~1refused/post/deprecated",
      "rule/security-stated #/paths/~1refused/post/security",
      "rule/request-body-description #/paths/~1refused/post/requestBody/description",
      "rule/example-complete #/paths/~1refused/post/requestBody/content/application~1json/examples/noValue/value",
      "rule/example-complete #/paths/~1refused/post/requestBody/content/application~1json/examples/noSummary/summary",
      "rule/errors-shared #/paths/~1refused/post/responses/default",
      "rule/one-dialect #/components/schemas/Meeting/properties/title/$schema",
      "rule/known-values-of-strings #/components/schemas/Meeting/properties/number/type/integer",
      "rule/known-values-or-enum #/components/schemas/Meeting/properties/closed/enum",
    ]);
  });

  it("asks of a foreign document only that it is sound", async () => {
    const configuration = join(root, "redocly.foreign.yaml");
    const found = await lint(join(fixtures, "foreign/fail.yaml"), configuration);
    expect(await lint(join(fixtures, "foreign/pass.yaml"), configuration)).toEqual([]);
    expect(found.map(({ rule }) => rule).sort()).toEqual([
      "no-unresolved-refs",
      "operation-operationId-unique",
      "path-parameters-defined",
      "struct",
    ]);
  });
});

/** A configuration that turns on one rule and nothing else. */
function configurationOf(rule: string): string {
  const file = join(work, `${rule}.yaml`);
  const content = { telemetry: "off", plugins: [join(here, "plugin.ts")], rules: { [`house/${rule}`]: "error" } };
  writeFileSync(file, JSON.stringify(content));
  return file;
}

async function find(document: string, configuration: string): Promise<Case["problems"]> {
  const problems = await lint(document, configuration);
  return problems.map(({ file, pointer, message }) => ({ at: relative(dirname(document), resolve(file)) + pointer, message }));
}

async function bundle(document: string, configuration: string): Promise<string> {
  const file = join(mkdtempSync(join(work, "bundle-")), "bundle.json");
  const { ok, stderr } = await redocly(["bundle", document, "--config", configuration, "--output", file]);
  if (!ok) throw new Error(`${basename(document)} cannot be bundled: ${stderr}`);
  return file;
}
