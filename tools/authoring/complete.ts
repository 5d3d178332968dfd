import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { operationTable } from "@crm-platform/types";
import { readBehaviors } from "../pipeline/model/behaviors.ts";
import { placeholders } from "./placeholders.ts";

const handlersUrl = new URL("../../packages/mock/src/handlers/table.ts", import.meta.url).href;

const checksFolder = "packages/mock/test/behaviour";

/** Requires up-to-date generated code and the condition `@crm-platform/source`. @throws ProblemsError if a behavior table is invalid */
export async function whatIsMissing(): Promise<string[]> {
  const { handlers } = (await import(handlersUrl)) as { handlers: object };
  const operations = Object.keys(operationTable).flatMap((id) => {
    const [area = "", name = ""] = id.split(".");
    const samples = ["sh", "ts"].map((extension) => `spec/${area}/samples/${name}.${extension}`).filter((file) => !existsSync(file));
    return [
      ...(Object.hasOwn(handlers, id) ? [] : [`${id} has no handler. Add one to packages/mock/src/handlers/${area}.ts.`]),
      ...samples.map((file) => `The code sample ${file} for ${id} is missing.`),
    ];
  });
  return [...placeholders(), ...operations, ...(await rowsWithoutCheck())];
}

async function rowsWithoutCheck(): Promise<string[]> {
  const checks = new Map(globSync(`${checksFolder}/*.ts`).map((file) => [basename(file, ".ts"), textOf(file)]));
  return (await readBehaviors("spec"))
    .filter(({ area, rule }) => !checks.get(area)?.includes(`"${rule}"`))
    .map(({ area, rule }) => `The row ${rule} in spec/${area}/behaviour.yaml has no check. Add one to ${checksFolder}/${area}.ts.`);
}

function textOf(file: string): string {
  const text = readFileSync(file, "utf8");
  const parts = [...text.matchAll(/ from "\.\/(\w+\/\w+\.ts)"/g)].map(([, part = ""]) => join(checksFolder, part));
  return [text, ...parts.map((part) => readFileSync(part, "utf8"))].join("\n");
}
