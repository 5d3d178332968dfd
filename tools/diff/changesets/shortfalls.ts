import { tellSignatures } from "../signatures/reports.ts";
import { type ContractDiff, signatureLevel } from "../verdict/contractDiff.ts";
import { explainLevel, highest, isBeforeFirst, isLess, type Level } from "../verdict/levels.ts";
import { tellFirst } from "../verdict/report.ts";
import type { Changeset } from "./changesets.ts";

/** A package for which the changesets claim less than its documents demand. */
interface Shortfall {
  readonly name: string;
  readonly demanded: Level;
  readonly claimed: Level;
}

/** Each package has to be named by itself: only then its changelog tells the change. */
function shortfalls({ documents, signatures }: ContractDiff, changesets: readonly Changeset[]): Shortfall[] {
  const demands = [
    ...documents.flatMap(({ packages, level }) => packages.map((name) => ({ name, level }))),
    ...signatures.map((change) => ({ name: change.package, level: signatureLevel })),
  ];
  return [...new Set(demands.map(({ name }) => name))].flatMap((name) => {
    const demanded = highest(demands.filter((demand) => demand.name === name).map(({ level }) => level));
    const claimed = highest(changesets.map(({ claims }) => claims.get(name) ?? "none"));
    return isLess(claimed, demanded) ? [{ name, demanded, claimed }] : [];
  });
}

/** For which packages the changesets claim too little, and why that is so, for people; nothing where they claim enough. */
export function tellShortfalls(diff: ContractDiff, changesets: readonly Changeset[]): string | undefined {
  const short = shortfalls(diff, changesets);
  if (short.length === 0) return undefined;
  const findings = diff.documents.flatMap((document) => document.findings);
  const signatures = diff.signatures.filter((change) => short.some(({ name }) => name === change.package));
  return [
    ...short.map(
      ({ name, demanded, claimed }) =>
        `${name} needs a ${demanded} changeset; the tree has ${claimed === "none" ? "none" : `no more than ${claimed}`}.`,
    ),
    "",
    explainLevel(diff.level, diff.version),
    ...tellFirst(findings, 3).map((line) => `- ${line}`),
    ...signatures.flatMap((change) => ["", tellSignatures(change)]),
    "",
    `Write one: ${findings.length > 0 ? "npx pnpm run change" : "npx pnpm exec changeset"}`,
  ].join("\n");
}

/** The changesets that make version 1.0.0 of one before it: no change demands a major version there. */
function firstMajors(changesets: readonly Changeset[], version: string): readonly Changeset[] {
  return isBeforeFirst(version) ? changesets.filter(({ claims }) => [...claims.values()].includes("major")) : [];
}

/** Whether changesets make version 1.0.0. */
export function makesFirst(changesets: readonly Changeset[], version: string): boolean {
  return firstMajors(changesets, version).length > 0;
}

/**
 * Which changesets make version 1.0.0 and do not say so, for people; nothing where none does. They are a mistake, or lack the words.
 * @param version that of the packages
 */
export function tellUnmeantMajor(changesets: readonly Changeset[], version: string): string | undefined {
  const unmeant = firstMajors(changesets, version).filter(({ text }) => !text.includes("1.0.0"));
  if (unmeant.length === 0) return undefined;
  return (
    `${unmeant.map(({ file }) => file).join(", ")}: major makes version 1.0.0 of ${version}. ` +
    "Before 1.0.0 a break is minor: claim that. Where 1.0.0 is meant, the text of the changeset says so, with that number."
  );
}
