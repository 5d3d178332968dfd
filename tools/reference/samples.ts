import { glob, readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

/** How an operation is called in one language, as Redoc's extension `x-codeSamples` has it. */
export interface CodeSample {
  /** The language, by which the source is coloured. */
  readonly lang: "Shell" | "TypeScript";
  /** What the reader chooses it by. */
  readonly label: "curl" | "TypeScript";
  readonly source: string;
}

/** The languages by the ending of their files, in the order of the reference. */
const languages: Readonly<Record<string, Omit<CodeSample, "source">>> = {
  ".sh": { lang: "Shell", label: "curl" },
  ".ts": { lang: "TypeScript", label: "TypeScript" },
};

/**
 * Reads the code samples of all operations, `spec/<area>/samples/<operation>.sh` and `.ts`.
 * @param root the folder of the repository
 * @returns by operationId, in the order of the ids; curl first, then TypeScript
 * @throws Error for a file that is neither
 */
export async function codeSamples(root: string): Promise<Map<string, CodeSample[]>> {
  const files: string[] = [];
  for await (const file of glob("spec/*/samples/*", { cwd: root })) files.push(file);
  const samples = new Map<string, CodeSample[]>();
  for (const file of files.sort()) {
    const extension = extname(file);
    const language = languages[extension];
    if (language === undefined) throw new Error(`A code sample is expected to end in .sh or .ts. Found: ${file}.`);
    const operationId = `${basename(dirname(dirname(file)))}.${basename(file, extension)}`;
    const source = await readFile(join(root, file), "utf8");
    samples.set(operationId, [...(samples.get(operationId) ?? []), { ...language, source }]);
  }
  return samples;
}
