import { globSync, readFileSync } from "node:fs";

/** Marks each text that the author of a new operation has to write. */
export const placeholder = "TODO";

const files = ["spec/**/*.{yaml,sh,ts}", "packages/mock/src/handlers/*.ts"];

export function placeholders(): string[] {
  return globSync(files).flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n").entries();
    const found = [...lines].filter(([, line]) => line.includes(placeholder));
    return found.map(([index, line]) => `${file}:${index + 1} Replace the placeholder: ${line.trim()}`);
  });
}
