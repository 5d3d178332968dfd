import { type ContractDiff, signatureLevel } from "../decide.ts";
import { explainLevel, highest, isBeforeFirst, isLess, type Level } from "../levels.ts";
import { summarize } from "../report.ts";
import { describeSignatures } from "../signatures/reports.ts";
import type { Changeset } from "./changesets.ts";

interface Shortfall {
  readonly name: string;
  readonly demanded: Level;
  readonly claimed: Level;
}

/** A changeset must name each affected package, because each package has its own changelog. */
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

export function describeShortfalls(diff: ContractDiff, changesets: readonly Changeset[]): string | undefined {
  const short = shortfalls(diff, changesets);
  if (short.length === 0) return undefined;
  const findings = diff.documents.flatMap((document) => document.findings);
  const signatures = diff.signatures.filter((change) => short.some(({ name }) => name === change.package));
  return [
    ...short.map(
      ({ name, demanded, claimed }) =>
        `${name} requires a ${demanded} changeset; ${claimed === "none" ? "no changeset names it" : `the highest is ${claimed}`}.`,
    ),
    "",
    explainLevel(diff.level, diff.version),
    ...summarize(findings, 3),
    ...signatures.flatMap((change) => ["", describeSignatures(change)]),
    "",
    `Write one: ${findings.length > 0 ? "npx pnpm run change" : "npx pnpm exec changeset"}`,
  ].join("\n");
}

function firstMajors(changesets: readonly Changeset[], version: string): readonly Changeset[] {
  return isBeforeFirst(version) ? changesets.filter(({ claims }) => [...claims.values()].includes("major")) : [];
}

export function makesFirst(changesets: readonly Changeset[], version: string): boolean {
  return firstMajors(changesets, version).length > 0;
}

/** Reports changesets that would release version 1.0.0 but do not mention that number. `version` is the current version. */
export function describeUnintendedMajor(changesets: readonly Changeset[], version: string): string | undefined {
  const unintended = firstMajors(changesets, version).filter(({ text }) => !text.includes("1.0.0"));
  if (unintended.length === 0) return undefined;
  return (
    `${unintended.map(({ file }) => file).join(", ")}: major changes version ${version} to 1.0.0. ` +
    "Before 1.0.0, declare minor for a breaking change. To release 1.0.0, mention that number in the text."
  );
}
