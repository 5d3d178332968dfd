import { type Effect, mostSevereEffect } from "./judge/verdict.ts";

export type Level = "none" | "patch" | "minor" | "major";

const levels: readonly Level[] = ["none", "patch", "minor", "major"];

/** Before 1.0.0, a breaking change is minor and any other change is a patch, because a caret range then includes only patches. */
export function demandedLevel(findings: readonly { readonly effect: Effect }[], version: string): Level {
  const effect = mostSevereEffect(findings);
  if (effect === undefined) return "none";
  if (isBeforeFirst(version)) return effect === "breaks" ? "minor" : "patch";
  return effect === "breaks" ? "major" : effect === "adds" ? "minor" : "patch";
}

export function explainLevel(level: Level, version: string): string {
  if (level === "none") return "No change affects users, so no new version is required.";
  const rule = isBeforeFirst(version)
    ? `before 1.0.0, a breaking change is minor and any other change is a patch, because \`^${version}\` includes only patches`
    : "a breaking change is major, an addition is minor, and a text change is a patch";
  return `The changes require a ${level} version after ${version}: ${rule}.`;
}

export function isLess(one: Level, other: Level): boolean {
  return levels.indexOf(one) < levels.indexOf(other);
}

export function highest(all: readonly Level[]): Level {
  return all.reduce((one, other) => (isLess(one, other) ? other : one), "none");
}

export function isBeforeFirst(version: string): boolean {
  return version.startsWith("0.");
}
