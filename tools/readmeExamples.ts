import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packages } from "./packages.ts";
import { root } from "./root.ts";

const readmes = ["README.md", ...packages.map((name) => `packages/${name}/README.md`)];

export interface ReadmeExample {
  readonly readme: string;
  readonly line: number;
  readonly code: string;
}

/** Each TypeScript block is a program. */
export async function readmeExamples(folder: string = root): Promise<ReadmeExample[]> {
  const examples = await Promise.all(
    readmes.map(async (readme) => {
      const text = await readFile(join(folder, readme), "utf8");
      const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)];
      if (blocks.length === 0)
        throw new Error(`${readme} has no TypeScript examples. Begin each one with a line that contains only \`\`\`ts.`);
      return blocks.map((match) => ({
        readme,
        line: text.slice(0, match.index).split("\n").length,
        code: match[1] ?? "",
      }));
    }),
  );
  return examples.flat();
}
