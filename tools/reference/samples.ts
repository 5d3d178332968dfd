import { glob, readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

export interface CodeSample {
  readonly lang: "Shell" | "TypeScript";
  readonly label: "curl" | "TypeScript";
  readonly source: string;
}

const languages: Readonly<Record<string, Omit<CodeSample, "source">>> = {
  ".sh": { lang: "Shell", label: "curl" },
  ".ts": { lang: "TypeScript", label: "TypeScript" },
};

/** Returns the samples keyed by operationId, with curl before TypeScript. @throws Error for a file with another extension */
export async function codeSamples(root: string): Promise<Map<string, CodeSample[]>> {
  const files: string[] = [];
  for await (const file of glob("spec/*/samples/*", { cwd: root })) files.push(file);
  const samples = new Map<string, CodeSample[]>();
  for (const file of files.sort()) {
    const extension = extname(file);
    const language = languages[extension];
    if (language === undefined) throw new Error(`The file name of a code sample must end in .sh or .ts. Found: ${file}.`);
    const operationId = `${basename(dirname(dirname(file)))}.${basename(file, extension)}`;
    const source = await readFile(join(root, file), "utf8");
    samples.set(operationId, [...(samples.get(operationId) ?? []), { ...language, source }]);
  }
  return samples;
}
