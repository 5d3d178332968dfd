import { packageNames } from "../../packages.ts";
import { throwProblems } from "../../problems.ts";
import { compareDocuments } from "../compare/compare.ts";
import type { Finding } from "../compare/finding.ts";
import type { Contract, DocumentName } from "../documents/contracts.ts";
import { compareReports, readReports, releasedReports, type SignatureChange } from "../signatures/reports.ts";
import { type AcceptedBreak, acceptanceOf, idleEntries, readAcceptedBreaks } from "./accepted.ts";
import { demandedLevel, highest, type Level } from "./levels.ts";

export type JudgedFinding = Finding & { readonly accepted?: string };

export interface DocumentDiff {
  readonly document: DocumentName;
  readonly findings: readonly JudgedFinding[];
  readonly level: Level;
  readonly packages: readonly string[];
}

export interface ContractDiff {
  readonly base: string;
  readonly version: string;
  readonly documents: readonly DocumentDiff[];
  readonly signatures: readonly SignatureChange[];
  readonly level: Level;
}

const movedPackages = {
  platform: packageNames,
  control: ["@crm-platform/mock"],
};

/** Skips a document that the base does not contain. `accepted` and `signatures` apply only if the base is the last release. */
export function compareContracts(
  base: Contract,
  revision: Contract,
  accepted: readonly AcceptedBreak[] = [],
  signatures: readonly SignatureChange[] = [],
): ContractDiff {
  const { version } = base.platform.info;
  const documents: DocumentDiff[] = [];
  for (const document of ["platform", "control"] as const) {
    const [before, after] = [base[document], revision[document]];
    if (before === undefined || after === undefined) continue;
    const findings = compareDocuments(before, after, document === "platform").map((finding) => {
      const reason = acceptanceOf(finding, document, accepted);
      return reason === undefined ? finding : { ...finding, accepted: reason };
    });
    documents.push({ document, findings, level: demandedLevel(findings, version), packages: movedPackages[document] });
  }
  const levels = [...documents.map(({ level }) => level), ...signatures.map(() => signatureLevel)];
  return { base: base.name, version, documents, signatures, level: highest(levels) };
}

/** @throws ProblemsError when an entry in the list of accepted breaking changes is malformed or does not match a breaking change */
export async function diffSinceRelease(released: Contract, current: Contract, folder: string): Promise<ContractDiff> {
  const accepted = await readAcceptedBreaks(folder);
  const diff = compareContracts(released, current, accepted, await signaturesSinceRelease(folder));
  throwProblems("accepted breaks", idleEntries(accepted, diff.documents, folder));
  return diff;
}

/** The level that a changed signature requires. The gate does not judge whether the change breaks code, so any level is enough. */
export const signatureLevel: Level = "patch";

/** Returns an empty list if the last release had no reports. */
export async function signaturesSinceRelease(folder: string): Promise<SignatureChange[]> {
  const released = await readReports(folder, releasedReports);
  return released.length === 0 ? [] : compareReports(released, await readReports(folder));
}

export function openBreaks({ documents }: ContractDiff): (Finding & { readonly document: DocumentName })[] {
  return documents.flatMap(({ document, findings }) =>
    findings.filter(({ effect, accepted }) => effect === "breaks" && accepted === undefined).map((finding) => ({ ...finding, document })),
  );
}
