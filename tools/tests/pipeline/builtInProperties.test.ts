import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltInGroups, Formula } from "@crm-platform/mock/contract";
import { expect, test } from "vitest";
import { readBuiltInProperties } from "../../pipeline/model/builtInProperties.ts";
import { repository } from "../../repository.ts";
import { root } from "../../root.ts";
import { temporaryFolder } from "../workspace.ts";

const byType = readBuiltInProperties(join(root, repository.builtIn));
const rowsOf = (groups: BuiltInGroups = {}) => Object.values(groups).flat();

test("defaults and formulas refer to properties of the same object type, and a default is one of the options", () => {
  for (const [type, groups] of byType) {
    const names = new Set([...rowsOf(byType.get("all")), ...rowsOf(groups)].map(({ name }) => name));
    for (const { name, default: initial, defaultFrom, formula, options } of rowsOf(groups)) {
      const operands = [...(defaultFrom === undefined ? [] : [defaultFrom]), ...propertiesIn(formula ?? 0)];
      expect(
        operands.filter((operand) => !names.has(operand)),
        `${type} ${name}`,
      ).toEqual([]);
      if (initial === undefined || typeof options !== "object") continue;
      expect(options.map((option) => (typeof option === "string" ? option : Object.keys(option)[0]))).toContain(initial);
    }
  }
});

function propertiesIn(formula: Formula): string[] {
  if (typeof formula === "string") return [formula];
  return typeof formula === "number" ? [] : formula.slice(1).flatMap(propertiesIn);
}

test("unknown fields and repeated names are reported with their places", async () => {
  const folder = await temporaryFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "deals.yaml"), "dealinformation:\n  - { name: color, tpye: number }\n");
  writeFileSync(join(folder, "tickets.yaml"), "ticketinformation:\n  - { name: color }\nother:\n  - { name: color }\n");
  expect(() => readBuiltInProperties(folder)).toThrow(
    /deals\.yaml:2:5 [\s\S]*additional properties: tpye[\s\S]*tickets\.yaml:4:5 [\s\S]*two properties named "color"/,
  );
});
