/** What people type to run a script does run it: pnpm has commands of its own, which win over scripts of the same name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { command, root } from "../workspace.ts";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** Several programs in a row: the words go to the last of them, which is none of ours. */
const withoutWords = ["release:publish"];
const ours = Object.keys(scripts).filter((name) => scripts[name]?.startsWith("node ") && !withoutWords.includes(name));
/** As in a fresh clone: nothing is built. */
const unbuilt = `--import=${pathToFileURL(join(root, "tools/tests/processes/nothingBuilt.ts")).href}`;

/** Commands of pnpm that do nothing but run the script of their name. */
const passedOn = ["start", "test"];

/** The commands of pnpm with their other names, as its help lists them. */
async function listCommands(): Promise<string[]> {
  const { stdout } = await command("pnpm", ["help", "--all"]);
  const rows = stdout.slice(stdout.indexOf("\nCommands:\n"), stdout.indexOf("\nOptions:\n")).matchAll(/^ {2}([a-z-]+) +(\S.*)$/gm);
  return [...rows].flatMap(([, name = "", text = ""]) => [name, ...(/\[alias(?:es)?: (.*)\]/.exec(text)?.[1]?.split(", ") ?? [])]);
}

const commandsOfPnpm = listCommands();

/** Runs a script as pnpm does, which costs less than pnpm. */
test.each(ours)("the script %s: --help prints how to call it, before anything is built", async (name) => {
  const { code, stdout, stderr } = await command("env", [`NODE_OPTIONS=${unbuilt}`, ...(scripts[name] ?? "").split(" "), "--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  // Two scripts are short for another one with an option, whose usage they print.
  const [, run, printed = ""] = /^Usage: npx pnpm (run )?([\w:]+)/m.exec(stdout) ?? [];
  expect(scripts).toHaveProperty([printed]);
  expect(run !== undefined).toBe((await commandsOfPnpm).includes(printed) && !passedOn.includes(printed));
});

test("pnpm passes --help on to a script", async () => {
  const { stdout } = await command("pnpm", ["licences", "--help"]);
  expect(await command("pnpm", ["run", "licences", "--help"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Usage: npx pnpm run licences"),
  });
  expect(stdout).not.toContain("Usage: npx pnpm run licences");
});

test("no text says `pnpm NAME` of a script that is a command of pnpm: it says `pnpm run NAME`", async () => {
  const commands = await commandsOfPnpm;
  const taken = Object.keys(scripts).filter((name) => commands.includes(name) && !passedOn.includes(name));
  expect(taken.sort()).toEqual(["change", "docs", "licences"]);
  const said = new RegExp(`\\bpnpm(?:@[\\d.]+)? (?:--silent )?(?:${taken.join("|")})\\b(?![:\\w-])`);
  const { code, stdout } = await command("git", ["grep", "--untracked", "-I", "--line-number", "-E", "pnpm(@[0-9.]+)? (--silent )?[a-z]"]);
  expect(code).toBe(0);
  const lines = stdout.split("\n").filter((line) => !line.startsWith("tools/tests/commands/scriptNames.test.ts:"));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => said.test(line))).toEqual([]);
});
