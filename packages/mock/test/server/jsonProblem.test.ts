import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonProblem } from "../../src/http/jsonProblem.ts";

test.each([
  ["", "it ends at line 1, column 1 before it is complete"],
  ['{"a": 1,\n "b": [1, 2', "it ends at line 2, column 12 before it is complete"],
  ['{"a": "x', "it ends at line 1, column 9 before it is complete"],
  ['{"a": "x\\u00', "it ends at line 1, column 13 before it is complete"],
  ["[tru", "it ends at line 1, column 5 before it is complete"],
  ["-", "it ends at line 1, column 2 before it is complete"],
  ['{"a": 1,}', "it has an unexpected character at line 1, column 9"],
  ["[1,]", "it has an unexpected character at line 1, column 4"],
  ["{\n  a: 1\n}", "it has an unexpected character at line 2, column 3"],
  ["{'a': 1}", "it has an unexpected character at line 1, column 2"],
  ['{"a" 1}', "it has an unexpected character at line 1, column 6"],
  ['{"a": undefined}', "it has an unexpected character at line 1, column 7"],
  ['{"a": nul}', "it has an unexpected character at line 1, column 10"],
  ['["tab\there"]', "it has an unexpected character at line 1, column 6"],
  ['["\\x"]', "it has an unexpected character at line 1, column 4"],
  ['["\\u00g0"]', "it has an unexpected character at line 1, column 7"],
  ["[01]", "it has an unexpected character at line 1, column 3"],
  ["[1.]", "it has an unexpected character at line 1, column 4"],
  ["{} x", "it has an unexpected character at line 1, column 4"],
  ["[}", "it has an unexpected character at line 1, column 2"],
  ["client_secret=9b0e7a4c", "it has an unexpected character at line 1, column 1"],
])("the problem of %j is that %s", (text, problem) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(jsonProblem(text)).toBe(problem);
});

/** A text that is not JSON, because one part of a JSON text is removed, repeated or replaced. */
const damaged = fc
  .tuple(fc.json(), fc.nat(), fc.nat({ max: 3 }), fc.constantFrom("", ",", '"', "}", "]", ":", "\\", "-", "0", "x", "\n"))
  .map(([text, at, length, inserted]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + inserted + text.slice(start + length);
  })
  .filter((text) => {
    try {
      JSON.parse(text);
      return false;
    } catch {
      return true;
    }
  });

test("the position is the one that the engine states, if it states one", () => {
  fc.assert(
    fc.property(damaged, (text) => {
      const [, line, column] = /line (\d+), column (\d+)/.exec(jsonProblem(text)) ?? [];
      const position =
        text
          .split("\n")
          .slice(0, Number(line) - 1)
          .join("\n").length +
        (line === "1" ? 0 : 1) +
        Number(column) -
        1;
      const stated = engineError(text);
      if (/end of JSON/.test(stated)) expect(position).toBe(text.length);
      const [, offset] = /at position (\d+)/.exec(stated) ?? [];
      if (offset !== undefined) expect(position).toBe(Number(offset));
    }),
    { numRuns: 2_000 },
  );
});

function engineError(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

test("long strings with many escapes do not exhaust the stack", () => {
  expect(jsonProblem(`["${"\\n".repeat(1_000_000)}"`)).toBe("it ends at line 1, column 2000004 before it is complete");
});
