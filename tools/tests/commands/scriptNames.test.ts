/** pnpm's commands take precedence over scripts with the same name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { command, root } from "../workspace.ts";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** pnpm commands that run the script with the same name. */
const passedOn = ["start", "test"];

async function listCommands(): Promise<string[]> {
  const { stdout } = await command("pnpm", ["help", "--all"]);
  const rows = stdout.slice(stdout.indexOf("\nCommands:\n"), stdout.indexOf("\nOptions:\n")).matchAll(/^ {2}([a-z-]+) +(\S.*)$/gm);
  return [...rows].flatMap(([, name = "", text = ""]) => [name, ...(/\[alias(?:es)?: (.*)\]/.exec(text)?.[1]?.split(", ") ?? [])]);
}

const commandsOfPnpm = listCommands();

test.each([
  { how: "directly", options: [] },
  { how: "from the sources", options: ["--conditions=@crm-platform/source", "--import=./tools/jsx.ts"] },
])("scripts that run $how print their usage with --help, without a build", async ({ options }) => {
  const fromSources = options.length > 0;
  const files = Object.values(scripts).flatMap((script) => {
    const [, conditions, file] = /^node (--conditions\S+ (?:--import\S+ )?)?(\S+\.ts)( --\w+)?$/.exec(script) ?? [];
    return file !== undefined && (conditions !== undefined) === fromSources ? [file] : [];
  });
  const unbuilt = `--import=${pathToFileURL(join(root, "tools/tests/processes/nothingBuilt.ts")).href}`;
  const words = [unbuilt, ...options, "tools/tests/processes/usages.ts", ...new Set(files)];
  const { code, stdout, stderr } = await command("node", words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const printed = JSON.parse(stdout) as Record<string, string>;
  expect(Object.keys(printed).length).toBeGreaterThan(2);
  for (const [file, usage] of Object.entries(printed)) {
    const [, run, name = ""] = /^Usage: npx pnpm (run )?([\w:]+)/.exec(usage) ?? [];
    expect(scripts[name], usage).toContain(file);
    expect(run !== undefined, usage).toBe((await commandsOfPnpm).includes(name) && !passedOn.includes(name));
  }
});

test("documents use `pnpm run NAME` for a script whose name is also a pnpm command", async () => {
  const commands = await commandsOfPnpm;
  const taken = Object.keys(scripts).filter((name) => commands.includes(name) && !passedOn.includes(name));
  expect(taken.sort()).toEqual(["change", "docs"]);
  const said = new RegExp(`\\bpnpm(?:@[\\d.]+)? (?:--silent )?(?:${taken.join("|")})\\b(?![:\\w-])`);
  const { code, stdout } = await command("git", ["grep", "--untracked", "-I", "--line-number", "-E", "pnpm(@[0-9.]+)? (--silent )?[a-z]"]);
  expect(code).toBe(0);
  const lines = stdout.split("\n").filter((line) => !line.startsWith("tools/tests/commands/scriptNames.test.ts:"));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => said.test(line))).toEqual([]);
});
