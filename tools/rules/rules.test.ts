import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
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

describe("the plugin", () => {
  it("has sixteen rules, each with a passing and a failing document, and each an error in redocly.yaml", () => {
    const notRules = ["built-in", "foreign"];
    const configured = parse(readFileSync(join(root, "redocly.yaml"), "utf8")).rules as Record<string, unknown>;
    const own = Object.entries(configured).filter(([name]) => name.startsWith("house/"));

    expect(rules).toHaveLength(16);
    expect(
      readdirSync(fixtures)
        .filter((name) => !notRules.includes(name))
        .sort(),
    ).toEqual(rules);
    expect(own.sort()).toEqual(rules.map((rule) => [`house/${rule}`, "error"]));
  });
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

  it("asks for concrete servers and for a format of every integer", async () => {
    const found = await lint(join(fixtures, "built-in/openapi.yaml"), join(root, "redocly.yaml"));
    expect(found.filter(({ rule }) => rule?.startsWith("rule/")).map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ["rule/server-concrete", "#/servers/0/variables"],
      ["rule/integer-format", "#/paths/~1meetings/get/parameters/0/schema/format"],
      ["rule/integer-format", "#/paths/~1meetings/get/responses/429/headers/Retry-After/schema/format"],
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
