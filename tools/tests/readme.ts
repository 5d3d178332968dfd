import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./workspace.ts";

const readmes = ["README.md", "packages/types/README.md", "packages/client/README.md", "packages/mock/README.md"];

export interface ReadmeExample {
  readonly readme: string;
  readonly line: number;
  readonly code: string;
}

/** Every block of TypeScript in the READMEs. Each is a program of its own. */
export async function readmeExamples(): Promise<ReadmeExample[]> {
  const examples = await Promise.all(
    readmes.map(async (readme) => {
      const text = await readFile(join(root, readme), "utf8");
      return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => ({
        readme,
        line: text.slice(0, match.index).split("\n").length,
        code: match[1] ?? "",
      }));
    }),
  );
  return examples.flat();
}
