/** What people type to run a script does run it: pnpm has commands of its own, which win over scripts of the same name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { command, root } from "./workspace.ts";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** Several programs in a row: the words go to the last of them, which is none of ours. */
const withoutWords = ["release:publish"];
const ours = Object.keys(scripts).filter((name) => scripts[name]?.startsWith("node ") && !withoutWords.includes(name));
/** As in a fresh clone: nothing is built. */
const unbuilt = `--import=${pathToFileURL(join(root, "tools/tests/processes/nothingBuilt.ts")).href}`;

test.each(ours)("the script %s: --help tells what to type, before anything is built, and that tells the same", async (name) => {
  const { code, stdout, stderr } = await command("env", [`NODE_OPTIONS=${unbuilt}`, "pnpm", "--silent", "run", name, "--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, words = ""] = /^Usage: npx (pnpm [^[\n]+?)(?: \[.*)?$/m.exec(stdout) ?? [];
  const [program = "", ...typed] = words.split(" ");
  expect(await command(program, [...typed, "--help"])).toMatchObject({ code: 0, stdout: expect.stringContaining(stdout) });
});

/** Commands of pnpm that do nothing but run the script of their name. */
const passedOn = ["start", "test"];

/** The commands of pnpm with their other names, as its help lists them. */
async function commandsOfPnpm(): Promise<string[]> {
  const { stdout } = await command("pnpm", ["help", "--all"]);
  const rows = stdout.slice(stdout.indexOf("\nCommands:\n"), stdout.indexOf("\nOptions:\n")).matchAll(/^ {2}([a-z-]+) +(\S.*)$/gm);
  return [...rows].flatMap(([, name = "", text = ""]) => [name, ...(/\[alias(?:es)?: (.*)\]/.exec(text)?.[1]?.split(", ") ?? [])]);
}

test("no text says `pnpm NAME` of a script that is a command of pnpm: it says `pnpm run NAME`", async () => {
  const commands = await commandsOfPnpm();
  const taken = Object.keys(scripts).filter((name) => commands.includes(name) && !passedOn.includes(name));
  expect(taken.sort()).toEqual(["change", "docs", "licences"]);
  const said = new RegExp(`\\bpnpm(?:@[\\d.]+)? (?:--silent )?(?:${taken.join("|")})\\b(?![:\\w-])`);
  const { code, stdout } = await command("git", ["grep", "--untracked", "-I", "--line-number", "-E", "pnpm(@[0-9.]+)? (--silent )?[a-z]"]);
  expect(code).toBe(0);
  const lines = stdout.split("\n").filter((line) => !line.startsWith("tools/tests/scriptNames.test.ts:"));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => said.test(line))).toEqual([]);
});
