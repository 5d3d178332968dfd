import { packageNames } from "../packages.ts";
import type { Problem } from "../problems.ts";
import { type AcceptedBreak, acceptanceOf, idleEntries, readAcceptedBreaks, refuse } from "./accepted.ts";
import { compareDocuments } from "./compare.ts";
import type { Contract, DocumentName } from "./contracts.ts";
import type { Finding } from "./finding.ts";
import { demandedLevel, highest, type Level } from "./levels.ts";

/** The differences of one of the two documents. */
export interface DocumentDiff {
  readonly document: DocumentName;
  /** In breaks that are meant, why they are. */
  readonly findings: readonly (Finding & { readonly accepted?: string })[];
  readonly level: Level;
  /** The packages that are made from the document. */
  readonly packages: readonly string[];
}

/** The differences of two contracts. */
export interface ContractDiff {
  /** What was compared with. */
  readonly base: string;
  readonly version: string;
  readonly documents: readonly DocumentDiff[];
  readonly level: Level;
}

/** The packages that the documents move: all are made from the platform's, the mock alone from that of its own API. */
const movedPackages = {
  platform: packageNames,
  control: ["@crm-platform/mock"],
};

/**
 * Compares two contracts and applies the list of accepted breaks. A document that the base does not have is not compared.
 * @param isRelease whether the base is the last release, of which the list speaks
 * @throws ProblemsError when an entry of the list is wrong, or accepts nothing
 */
export async function diffContracts(base: Contract, revision: Contract, isRelease = true): Promise<ContractDiff> {
  const { diff, idle } = await compareContracts(base, revision, isRelease);
  refuse(idle);
  return diff;
}

/**
 * The same for a report, which is told in spite of entries of the list that accept nothing: it has the words that they need.
 * @throws ProblemsError when an entry of the list is wrong
 */
export async function compareContracts(
  base: Contract,
  revision: Contract,
  isRelease: boolean,
): Promise<{ diff: ContractDiff; idle: readonly Problem[] }> {
  const accepted = await readAcceptedBreaks();
  const version = base.platform.info.version;
  const [platform, control] = await Promise.all([
    compareDocuments(base.platform, revision.platform),
    base.control === undefined || revision.control === undefined ? undefined : compareDocuments(base.control, revision.control, false),
  ]);
  const found = [{ document: "platform", findings: platform } as const, { document: "control", findings: control ?? [] } as const];
  const documents = [
    documentDiff("platform", platform, version, accepted.entries),
    ...(control === undefined ? [] : [documentDiff("control", control, version, accepted.entries)]),
  ];
  const diff = { base: base.name, version, documents, level: highest(documents.map(({ level }) => level)) };
  return { diff, idle: isRelease ? idleEntries(accepted, found) : [] };
}

function documentDiff(
  document: DocumentDiff["document"],
  findings: readonly Finding[],
  version: string,
  accepted: readonly AcceptedBreak[],
): DocumentDiff {
  const judged = findings.map((finding) => {
    const reason = acceptanceOf(finding, document, accepted)?.reason;
    return reason === undefined ? finding : { ...finding, accepted: reason };
  });
  return { document, findings: judged, level: demandedLevel(findings, version), packages: movedPackages[document] };
}

/** The breaks that nobody accepted. */
export function openBreaks({ documents }: ContractDiff): (Finding & { readonly document: DocumentName })[] {
  return documents.flatMap(({ document, findings }) =>
    findings.filter(({ effect, accepted }) => effect === "breaks" && accepted === undefined).map((finding) => ({ ...finding, document })),
  );
}
