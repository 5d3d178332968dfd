import { existsSync, readFileSync } from "node:fs";
import type { Design } from "./design.ts";
import { pathItem } from "./pathItem.ts";
import { indexWith, yamlOf } from "./yaml.ts";

/** Content by path, relative to the repository. */
export type Files = Map<string, string>;

/** The files of the spec that a new operation changes or adds, and its changeset. */
export function filesOf(operation: Design): Files {
  const { area, name, body, answer } = operation;
  const files: Files = new Map();
  for (const one of [body, answer]) if (one?.written) files.set(`spec/${area}/schemas/${one.schema}.yaml`, yamlOf(one.written));
  files.set(`spec/${area}/${name}.yaml`, yamlOf(pathItem(operation)));
  files.set("spec/openapi.yaml", indexWith(readFileSync("spec/openapi.yaml", "utf8"), operation));
  const table = `spec/${area}/behaviour.yaml`;
  files.set(table, (existsSync(table) ? readFileSync(table, "utf8") : headOfTable(operation)) + yamlOf([rowOf(operation)]));
  files.set(`.changeset/${kebab(area)}-${kebab(name)}.md`, changeset(operation));
  return files;
}

/** The first rule of an operation: how it succeeds. */
export function rowOf({ area, name, status, grade, source }: Design): { rule: string; text: string; grade: string; source: string } {
  return {
    rule: `${kebab(name)}-answers-${status}`,
    text: `When \`${area}.${name}\` succeeds, its answer has the status ${status}.`,
    grade,
    source,
  };
}

function headOfTable({ area, newArea }: Design): string {
  return `# What ${newArea?.title ?? area} do, one row a rule. Each is checked by packages/mock/test/behaviour/${area}.ts.\n`;
}

function changeset({ change }: Design): string {
  const packages = ["types", "client", "mock"].map((name) => `"@crm-platform/${name}": minor`);
  return `---\n${packages.join("\n")}\n---\n\n${change}\n`;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
