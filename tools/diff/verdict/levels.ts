import { type Effect, gravest } from "../compare/finding.ts";

/** How far a version moves, from the least to the most. */
export type Level = "none" | "patch" | "minor" | "major";

const levels: readonly Level[] = ["none", "patch", "minor", "major"];

/**
 * The level that findings demand of the next version. Before 1.0.0 a caret range takes new patches alone, so a break moves the
 * second number there and everything else the third (semver.org, 4; the ranges of npm).
 * @param version the version that the findings are compared with, for example `0.1.0`
 */
export function demandedLevel(findings: readonly { readonly effect: Effect }[], version: string): Level {
  const effect = gravest(findings);
  if (effect === undefined) return "none";
  if (isBeforeFirst(version)) return effect === "breaks" ? "minor" : "patch";
  return effect === "breaks" ? "major" : effect === "adds" ? "minor" : "patch";
}

/** Why the level is what it is, as a sentence. */
export function explainLevel(level: Level, version: string): string {
  if (level === "none") return "Nothing that users notice has changed: no new version is needed.";
  const rule = isBeforeFirst(version)
    ? `before 1.0.0 a break is minor and anything else a patch, because \`^${version}\` takes new patches alone`
    : "a break is major, something new is minor, a text is a patch";
  return `This asks for a ${level} version after ${version}: ${rule}.`;
}

export function isLess(one: Level, other: Level): boolean {
  return levels.indexOf(one) < levels.indexOf(other);
}

/** The highest of several levels; `none` of none. */
export function highest(all: readonly Level[]): Level {
  return all.reduce((one, other) => (isLess(one, other) ? other : one), "none");
}

/** Whether a version comes before 1.0.0. */
export function isBeforeFirst(version: string): boolean {
  return version.startsWith("0.");
}
