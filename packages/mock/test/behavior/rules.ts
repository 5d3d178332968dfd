import type { Platform } from "./platform.ts";

type Grade = "described" | "documented" | "observed" | "assumed";

/** The section "Evidence" of `spec/README.md` explains the grades. */
type Evidence = Exclude<Grade, "described"> | { readonly grade: Grade; readonly source: string };

type Check = (platform: Platform) => Promise<void>;

export interface Rule {
  readonly text: string;
  readonly evidence: Evidence;
  readonly check: Check;
}

type Rules = Readonly<Record<string, Rule>>;

/** The rules of each area. */
export const areas = new Map<string, Rules>();

/** Adds rules to an area. The tools parse this call without running it, so it contains the rules themselves. */
export function rules<Names extends string>(area: string, areaRules: Readonly<Record<Names, Rule>>): Readonly<Record<Names, Rule>> {
  areas.set(area, { ...areas.get(area), ...areaRules });
  return areaRules;
}

/** Both arguments must be literals, because the tools read them without running this call. */
export function rule(text: string, evidence: Evidence): (check: Check) => Rule {
  return (check) => ({ text, evidence, check });
}
