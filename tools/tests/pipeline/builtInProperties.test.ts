import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formulaFunctions, rollUpFunctions, textFunctions } from "@crm-platform/mock/contract";
import { expect, test } from "vitest";
import schema from "../../pipeline/model/builtInProperties.json" with { type: "json" };
import { readBuiltInProperties } from "../../pipeline/model/builtInProperties.ts";
import { repository } from "../../repository.ts";
import { root } from "../../root.ts";
import { temporaryFolder } from "../workspace.ts";

test("a default is one of the options", () => {
  for (const [type, groups] of readBuiltInProperties(join(root, repository.builtIn))) {
    for (const { name, default: initial, options } of Object.values(groups).flat()) {
      if (initial === undefined || typeof options !== "object") continue;
      const values = options.map((option) => (typeof option === "string" ? option : Object.keys(option)[0]));
      expect(values, `${type} ${name}`).toContain(initial);
    }
  }
});

test("formulas can use exactly the functions that the mock defines", () => {
  expect(schema.definitions.call.items[0]?.enum).toEqual([...formulaFunctions, ...textFunctions, ...rollUpFunctions]);
});

test("unknown fields and repeated names are reported with their places", async () => {
  const folder = await temporaryFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "deals.yaml"), "dealinformation:\n  - { name: color, tpye: number }\n");
  writeFileSync(join(folder, "tickets.yaml"), "ticketinformation:\n  - { name: color }\nother:\n  - { name: color }\n");
  expect(() => readBuiltInProperties(folder)).toThrow(
    /deals\.yaml:2:5 [\s\S]*additional properties: tpye[\s\S]*tickets\.yaml:4:5 [\s\S]*two properties named "color"/,
  );
});

test("unknown functions, unknown properties and circular formulas are reported with their places", async () => {
  const folder = await temporaryFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "all.yaml"), "recordinformation:\n  - { name: createdate }\n");
  const problemsOf = (...rows: readonly string[]) => {
    writeFileSync(join(folder, "deals.yaml"), `dealinformation:\n${rows.map((row) => `  - { ${row} }\n`).join("")}`);
    try {
      readBuiltInProperties(folder);
    } catch (error) {
      return String(error);
    }
    return "";
  };
  const probability = "name: probability";
  expect(problemsOf(probability, "name: lost, formula: [first, [atMost, probability, 0], createdate]")).toBe("");
  expect(problemsOf(probability, "name: lost, formula: [first, [atMots, probability, 0], 0]")).toMatch(
    /deals\.yaml:3:\d+ [\s\S]*atMost[\s\S]*Found: "atMots"/,
  );
  expect(problemsOf(probability, "name: lost, formula: [first, [atMost, probabilty, 0], 0]")).toMatch(
    /deals\.yaml:3:\d+ [\s\S]*no property "probabilty"/,
  );
  expect(problemsOf(probability, "name: lost, defaultFrom: probabilty")).toMatch(/deals\.yaml:3:\d+ [\s\S]*no property "probabilty"/);
  expect(problemsOf("name: one, formula: other", "name: other, formula: [first, one, 0]")).toMatch(
    /deals\.yaml:2:\d+ [\s\S]*"one" is circular[\s\S]*deals\.yaml:3:\d+ [\s\S]*"other" is circular/,
  );
});
