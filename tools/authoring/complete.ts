import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { operationTable } from "@crm-platform/types";
import { readBehaviours } from "../pipeline/model/behaviours.ts";

/** Named by a URL: the mock does not export it, and a type of it is not needed. */
const handlersUrl = new URL("../../packages/mock/src/handlers/table.ts", import.meta.url).href;

const checksFolder = "packages/mock/test/behaviour";

/**
 * What is promised in spec/ and not written yet, one sentence each, in the repository that the process runs in. The generated code
 * has to be fresh, and Node has to resolve to the sources (`--conditions=@crm-platform/source`).
 * @throws ProblemsError when a table of behaviour is not sound
 */
export async function whatIsMissing(): Promise<string[]> {
  const { handlers } = (await import(handlersUrl)) as { handlers: object };
  const operations = Object.keys(operationTable).flatMap((id) => {
    const [area = "", name = ""] = id.split(".");
    const samples = ["sh", "ts"].map((extension) => `spec/${area}/samples/${name}.${extension}`).filter((file) => !existsSync(file));
    return [
      ...(Object.hasOwn(handlers, id) ? [] : [`${id} has no handler. It belongs into packages/mock/src/handlers/${area}.ts.`]),
      ...samples.map((file) => `${id} lacks a code sample: ${file}.`),
    ];
  });
  return [...operations, ...(await rowsWithoutCheck())];
}

async function rowsWithoutCheck(): Promise<string[]> {
  const checks = new Map(globSync(`${checksFolder}/*.ts`).map((file) => [basename(file, ".ts"), textOf(file)]));
  return (await readBehaviours("spec"))
    .filter(({ area, rule }) => !checks.get(area)?.includes(`"${rule}"`))
    .map(({ area, rule }) => `The row ${rule} of spec/${area}/behaviour.yaml has no check. It belongs into ${checksFolder}/${area}.ts.`);
}

/** The text of a file and of the parts it is made of, which are in folders beside it. */
function textOf(file: string): string {
  const text = readFileSync(file, "utf8");
  const parts = [...text.matchAll(/ from "\.\/(\w+\/\w+\.ts)"/g)].map(([, part = ""]) => join(checksFolder, part));
  return [text, ...parts.map((part) => readFileSync(part, "utf8"))].join("\n");
}
