import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const readme = await readFile(`${folder}README.md`, "utf8");
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);

describe("the README", () => {
  test("has three examples", () => {
    expect(examples.length).toBe(3);
  });

  test.each(examples.map((code, index) => ({ code, number: index + 1 })))("prints what it says in example $number", async ({ code }) => {
    const words = ["--conditions", "@crm-platform/source", "--input-type=module-typescript", "--eval", code];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder });
    expect(stdout.trimEnd().split("\n")).toEqual([...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line));
  });
});
