import type { Document } from "../openapi/document.ts";
import { packageNames } from "../packages.ts";
import { throwProblems } from "../problems.ts";
import { type AcceptedBreaks, describeBreak, idleEntries, readAcceptedBreaks, reasonFor } from "./acceptedBreaks.ts";
import { compareDocuments } from "./compare/compare.ts";
import { type Contract, type DocumentName, documentNames } from "./documents/contracts.ts";
import { type Finding, judge } from "./judge/judge.ts";
import { demandedLevel, highest, type Level } from "./levels.ts";
import { type SignatureChange, signaturesSinceRelease } from "./signatures/reports.ts";

export type JudgedFinding = Finding & { readonly accepted?: string };

export interface DocumentDiff {
  readonly document: DocumentName;
  readonly findings: readonly JudgedFinding[];
  readonly level: Level;
  /** The packages that the document affects. */
  readonly packages: readonly string[];
}

export interface ContractDiff {
  readonly base: string;
  /** The version of the base. */
  readonly version: string;
  readonly documents: readonly DocumentDiff[];
  readonly signatures: readonly SignatureChange[];
  readonly level: Level;
}

const packagesOf: Readonly<Record<DocumentName, readonly string[]>> = { platform: packageNames, control: ["@crm-platform/mock"] };

/** Skips a document that the base does not contain. `accepted` and `signatures` apply only if the base is the last release. */
export function decide(
  base: Contract,
  revision: Contract,
  accepted: AcceptedBreaks = [],
  signatures: readonly SignatureChange[] = [],
): ContractDiff {
  const { version } = base.platform.info;
  const documents: DocumentDiff[] = [];
  for (const document of documentNames) {
    const [before, after] = [base[document], revision[document]];
    if (before === undefined || after === undefined) continue;
    const findings = findingsBetween(before, after, document).map((finding) => {
      const reason = finding.effect === "breaks" ? reasonFor(describeBreak(finding, document), accepted) : undefined;
      return reason === undefined ? finding : { ...finding, accepted: reason };
    });
    documents.push({ document, findings, level: demandedLevel(findings, version), packages: packagesOf[document] });
  }
  const levels = [...documents.map(({ level }) => level), ...signatures.map(() => signatureLevel)];
  return { base: base.name, version, documents, signatures, level: highest(levels) };
}

export function findingsBetween(before: Document, after: Document, name: DocumentName = "platform"): Finding[] {
  return judge(compareDocuments(before, after, name));
}

/** @throws ProblemsError when an entry in the list of accepted breaking changes is malformed or does not match a breaking change */
export async function decideSinceRelease(released: Contract, current: Contract, folder: string): Promise<ContractDiff> {
  const accepted = await readAcceptedBreaks(folder);
  const diff = decide(released, current, accepted, await signaturesSinceRelease(folder));
  throwProblems("accepted breaks", idleEntries(accepted, breaksIn(diff), folder));
  return diff;
}

/** The level that a changed signature requires. The gate does not judge whether the change breaks code, so any level is enough. */
export const signatureLevel: Level = "patch";

export interface Break {
  readonly finding: JudgedFinding;
  /** As listed among the accepted breaking changes. */
  readonly change: string;
}

export function breaksIn({ documents }: ContractDiff): Break[] {
  return documents.flatMap(({ document, findings }) =>
    findings.filter(({ effect }) => effect === "breaks").map((finding) => ({ finding, change: describeBreak(finding, document) })),
  );
}

export function openBreaks(diff: ContractDiff): Break[] {
  return breaksIn(diff).filter(({ finding }) => finding.accepted === undefined);
}
