import { existsSync, readFileSync } from "node:fs";
import { SentenceError } from "../../commandLine.ts";
import type { Design } from "./design.ts";
import { pathItem } from "./pathItem.ts";
import { indexWith, yamlOf } from "./yaml.ts";

/** Content by path, relative to the repository; nothing where a file is to go. */
export type Files = Map<string, string | undefined>;

/** The files of the spec that a new operation changes or adds. @throws SentenceError when its path cannot be kept where it belongs */
export function filesOf(operation: Design): Files {
  const { area, name, body, answer } = operation;
  const files: Files = new Map();
  for (const one of [body, answer]) if (one?.written) files.set(`spec/${area}/schemas/${one.schema}.yaml`, yamlOf(one.written));
  const index = readFileSync("spec/openapi.yaml", "utf8");
  if (operation.present === undefined) {
    files.set(`spec/${area}/${name}.yaml`, yamlOf(pathItem(operation)));
    files.set("spec/openapi.yaml", indexWith(index, operation));
  } else addMethod(files, operation, operation.present, index);
  const table = `spec/${area}/behaviour.yaml`;
  files.set(table, (existsSync(table) ? readFileSync(table, "utf8") : headOfTable(operation)) + yamlOf([rowOf(operation)]));
  return files;
}

/** A path item with several methods is named after what its path leads to, and not after one of them (spec/README.md). */
function addMethod(files: Files, operation: Design, present: string, index: string): void {
  const shared = [`${operation.area}/collection.yaml`, `${operation.area}/item.yaml`];
  const target = shared.includes(present) ? present : shared[Number(operation.path.endsWith("}"))];
  const isTaken = target !== present && existsSync(`spec/${target}`);
  if (isTaken || !existsSync(`spec/${present}`) || !index.includes(`$ref: ./${present}\n`)) {
    throw new SentenceError(
      `--path: ${operation.path} is in spec/${present}, and cannot be moved to spec/${target}. Add the method there by hand; see spec/README.md.`,
    );
  }
  files.set(`spec/${target}`, withMethod(readFileSync(`spec/${present}`, "utf8"), operation));
  if (target === present) return;
  files.set(`spec/${present}`, undefined);
  files.set("spec/openapi.yaml", index.replace(`$ref: ./${present}\n`, `$ref: ./${target}\n`));
}

/** The methods of a path item in the order that the linter wants (its rule `path-http-verbs-order`). */
const order = ["get", "head", "post", "put", "patch", "delete", "options", "trace"];

/** The path item as it is written, and the new method before those that come after it. */
function withMethod(text: string, operation: Design): string {
  const later = order.slice(order.indexOf(operation.method) + 1).join("|");
  const place = text.search(new RegExp(`^(${later}):`, "m"));
  const end = place === -1 ? text.length : place;
  return text.slice(0, end) + yamlOf(pathItem(operation)) + text.slice(end);
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

/** A name with small letters and hyphens. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
