import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import schema from "../../authoring/schemas/behaviour.json" with { type: "json" };
import { type Problem, ProblemsError } from "../../problems.ts";
import { placed } from "../lint/place.ts";
import { readYaml } from "../lint/yaml.ts";

export interface Behaviour {
  readonly area: string;
  readonly rule: string;
  readonly text: string;
  readonly grade: string;
  readonly source: string;
}

const validate = new Ajv({ allErrors: true }).compile<readonly Omit<Behaviour, "area">[]>(schema);

/** @throws ProblemsError with the place of each malformed row */
export async function readBehaviours(folder: string): Promise<Behaviour[]> {
  const files = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const tables = files.filter((name) => /^[^/]+\/behaviour\.yaml$/.test(name)).sort();
  const problems: Problem[] = [];
  const behaviours: Behaviour[] = [];
  for (const name of tables) {
    const file = join(folder, name);
    const { document, problem } = readYaml(file, await readFile(file, "utf8"));
    if (problem !== undefined) {
      problems.push(problem);
      continue;
    }
    const rows: unknown = document.toJS();
    const wrong = (pointer: string, message: string): void => void problems.push(placed({ file, pointer: `#${pointer}`, message }, file));
    if (!validate(rows)) {
      for (const { instancePath, message, params } of validate.errors ?? []) {
        const details = [params["allowedValues"] ?? params["additionalProperty"] ?? []].flat().join(", ");
        wrong(instancePath, `This ${message}${details === "" ? "" : `: ${details}`}.`);
      }
      continue;
    }
    for (const [index, row] of rows.entries()) {
      if (rows.findIndex(({ rule }) => rule === row.rule) < index) wrong(`/${index}/rule`, `The area has two rules named "${row.rule}".`);
      behaviours.push({ area: name.split("/")[0] ?? "", ...row });
    }
  }
  if (problems.length > 0) throw new ProblemsError("behaviour", problems);
  return behaviours;
}
