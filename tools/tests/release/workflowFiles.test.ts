/** The CI workflow files may run only this repository's scripts, with the least permissions. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../workspace.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string;
  readonly if?: string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(root, ".github/workflows");
const texts = new Map<string, string>();
for (const file of (await readdir(folder)).sort()) texts.set(file, await readFile(join(folder, file), "utf8"));
const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

const { catalog } = parse(await readFile(join(root, "pnpm-workspace.yaml"), "utf8")) as { catalog: Record<string, string> };

/** Only scripts with fixed arguments match. The only variable is the summary file of the run. */
const commandForm = /^npx pnpm@(\S+) ([a-z:]+)( --[a-z]+( [a-z]+| "\$GITHUB_STEP_SUMMARY")?)*$/;

const workflowOf = (file: string): Workflow => parse(texts.get(file) ?? "") as Workflow;
const stepsOf = (file: string): Step[] => Object.values(workflowOf(file).jobs).flatMap(({ steps }) => steps);

describe.each([...texts.keys()])("%s", (file) => {
  test("runs only scripts of package.json, and pnpm's audit", () => {
    const commands = stepsOf(file).flatMap((step) => [step.run, step.with?.["script"]].filter((command) => command !== undefined));
    expect(commands.length).toBeGreaterThan(1);
    for (const command of commands) {
      const [, version, script = ""] = commandForm.exec(String(command)) ?? [];
      // The version of pnpm must equal the catalog's version, because CI runs it before it installs the dependencies.
      expect(version, String(command)).toBe(catalog["pnpm"]);
      expect([...Object.keys(scripts), "audit"], String(command)).toContain(script);
    }
  });

  test("pins every action to a commit, with its version in a comment", () => {
    const lines = (texts.get(file) ?? "").split("\n").filter((line) => line.includes("uses:"));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(line).toMatch(/uses: (actions\/(checkout|setup-node)|changesets\/action\/[a-z-]+)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
    const commits = lines.map((line) => /uses: ([^/]+\/[^/@]+)[^@]*@(\S+)/.exec(line)?.slice(1).join("@"));
    expect(new Set(commits).size).toBe(new Set(commits.map((commit) => commit?.split("@")[0])).size);
  });

  test("lists its permissions, has timeouts, and uses no secrets", () => {
    const { permissions, concurrency, jobs } = workflowOf(file);
    expect(permissions).toBeDefined();
    expect(concurrency).toHaveProperty("group");
    for (const [name, job] of Object.entries(jobs)) {
      expect(Object.keys(job.permissions ?? permissions ?? {}), name).not.toEqual([]);
      expect(job["timeout-minutes"], name).toBeGreaterThan(0);
      expect(job.steps[0], name).toMatchObject({
        uses: expect.stringContaining("actions/checkout@"),
        with: { "persist-credentials": false },
      });
    }
    expect(texts.get(file)).not.toMatch(/secrets\.|TOKEN|pull_request_target|write-all/);
    // Text from other users, such as the title of a pull request, must not become part of a command.
    const filledIn = stepsOf(file).filter(({ run, with: inputs, env }) => JSON.stringify({ run, inputs, env }).includes("${{"));
    expect(filledIn).toEqual([]);
  });
});

test("every job has the expected dependencies and commands", () => {
  const found = [...texts.keys()].map((file) => {
    const jobs = Object.entries(workflowOf(file).jobs).map(([name, { needs, if: condition, steps }]) => {
      const scripts = steps.flatMap(({ run, with: inputs }) => [run, inputs?.["script"]].filter((words) => words !== undefined));
      const commands = scripts.map((words) => String(words).replace(/^npx pnpm@\S+ /, ""));
      return [name, { ...(needs && { needs }), ...(condition && { if: condition }), commands }];
    });
    return [file, Object.fromEntries(jobs)];
  });
  expect(Object.fromEntries(found)).toEqual({
    "pull-request.yml": {
      test: { commands: ["test --network"] },
      changesets: { commands: ["change:check", 'api:diff --format markdown --output "$GITHUB_STEP_SUMMARY"'] },
      dependencies: { commands: ["audit"] },
    },
    "release.yml": {
      test: { commands: ["test --network"] },
      version: {
        needs: "test",
        if: "needs.test.outputs.mode == 'version'",
        commands: ["change:check", "release:check", "version:packages"],
      },
      // The tests rehearse the release without permission to publish.
      publish: { needs: "test", if: "needs.test.outputs.mode == 'publish'", commands: ["release:publish"] },
    },
  });
  // A step that can be skipped would not block a release.
  const loose = [...texts.keys()].flatMap((file) => stepsOf(file).filter((step) => step.if !== undefined));
  expect(loose).toEqual([expect.objectContaining({ if: "always()", run: expect.stringContaining(" api:diff ") })]);
  // Neither would a step or job that is allowed to fail.
  expect([...texts.values()].join()).not.toContain("continue-on-error");
});

test("a pull request has only read permissions", () => {
  const { on, permissions, jobs } = workflowOf("pull-request.yml");
  expect(Object.keys(on)).toEqual(["pull_request"]);
  expect(permissions).toEqual({ contents: "read" });
  expect(Object.values(jobs).filter((job) => job.permissions !== undefined)).toEqual([]);
});

test("only the publishing job has an identity token, and the release is checked and published with provenance", () => {
  const { on, permissions, jobs } = workflowOf("release.yml");
  expect(on).toEqual({ push: { branches: ["main"] } });
  expect(permissions).toEqual({});
  const trusted = Object.entries(jobs).filter(([, job]) => job.permissions?.["id-token"] === "write");
  expect(trusted.map(([name]) => name)).toEqual(["publish"]);
  const checked = jobs["version"]?.steps.find(({ run = "" }) => run.endsWith(" release:check"));
  for (const step of [checked, jobs["publish"]?.steps.at(-1)]) expect(step).toMatchObject({ env: { PNPM_CONFIG_PROVENANCE: "true" } });
});
