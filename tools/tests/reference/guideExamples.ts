import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { root } from "../workspace.ts";

/** An example of a guide that can be run. */
export interface GuideExample {
  /** The name of its guide, without an ending. */
  readonly guide: string;
  readonly line: number;
  readonly language: "sh" | "ts";
  /** What a test does in place of it, where it cannot be run as it is; such as `start`. */
  readonly instead: string | undefined;
  readonly code: string;
  /** The block of JSON after it: what it prints, among other things. */
  readonly answer: string | undefined;
}

/** Every example in `spec/guides`, in the order in which somebody reads them. */
export async function guideExamples(): Promise<GuideExample[]> {
  const files = (await readdir(join(root, "spec/guides"))).sort();
  const examples = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, "spec/guides", file), "utf8");
      const blocks = [...text.matchAll(/^```(\w+)(?: (\w+))?\n(.*?)^```$/gms)];
      return blocks.flatMap((match, index): GuideExample[] => {
        const [, language, instead, code = ""] = match;
        if (language !== "sh" && language !== "ts") return [];
        const [, nextLanguage, , nextCode] = blocks[index + 1] ?? [];
        const answer = language === "sh" && nextLanguage === "json" ? nextCode : undefined;
        return [{ guide: basename(file, ".md"), line: text.slice(0, match.index).split("\n").length, language, instead, code, answer }];
      });
    }),
  );
  return examples.flat();
}
