import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readmeExamples } from "../readmeExamples.ts";
import { compile, compilers } from "./compilers.ts";
import type { RunningMock } from "./installedMock.ts";
import { run } from "./run.ts";
import type { Stage } from "./stage.ts";

/** Where the examples of the READMEs are served from. */
const addressInReadmes = "http://127.0.0.1:4010";

/** Compiles the examples of the READMEs by every compiler, and runs them. @throws ProgramError when one fails */
export async function checkReadmes(stage: Stage, { project, url }: RunningMock): Promise<void> {
  const folder = join(project, "examples");
  await mkdir(folder);
  const examples = await readmeExamples(stage.copy);
  const files = examples.map(({ readme, line }) => `${readme.replaceAll(/[/.]/g, "-")}-${line}.ts`);
  await Promise.all(examples.map(({ code }, index) => writeFile(join(folder, files[index] ?? ""), code.replaceAll(addressInReadmes, url))));
  for (const compiler of compilers) await compile(stage, folder, compiler, { lib: ["ES2023"], types: ["node"] });
  for (const file of files) await run([process.execPath, file], { folder, signal: stage.signal });
}
