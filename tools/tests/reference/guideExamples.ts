import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { root } from "../workspace.ts";

export interface GuideExample {
  readonly guide: string;
  readonly line: number;
  readonly language: "sh" | "ts";
  /** A test runs this step instead of the example, for example `start`. */
  readonly instead: string | undefined;
  readonly code: string;
  /** The JSON block after the example. The output must match it. */
  readonly response: string | undefined;
}

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
        const response = language === "sh" && nextLanguage === "json" ? nextCode : undefined;
        return [{ guide: basename(file, ".md"), line: text.slice(0, match.index).split("\n").length, language, instead, code, response }];
      });
    }),
  );
  return examples.flat();
}
