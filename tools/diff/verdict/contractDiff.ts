import { packageNames } from "../../packages.ts";
import { compareDocuments } from "../compare/compare.ts";
import type { Finding } from "../compare/finding.ts";
import type { Contract, DocumentName } from "../documents/contracts.ts";
import { type AcceptedBreak, acceptanceOf, idleEntries, readAcceptedBreaks, refuse } from "./accepted.ts";
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
 * Compares two contracts and applies the accepted breaks. A document that the base does not have is not compared.
 * @param accepted those of the last release, where that is the base
 */
export async function compareContracts(base: Contract, revision: Contract, accepted: readonly AcceptedBreak[] = []): Promise<ContractDiff> {
  const version = base.platform.info.version;
  const [platform, control] = await Promise.all([
    compareDocuments(base.platform, revision.platform),
    base.control === undefined || revision.control === undefined ? undefined : compareDocuments(base.control, revision.control, false),
  ]);
  const documents = [
    documentDiff("platform", platform, version, accepted),
    ...(control === undefined ? [] : [documentDiff("control", control, version, accepted)]),
  ];
  return { base: base.name, version, documents, level: highest(documents.map(({ level }) => level)) };
}

/**
 * What has changed since the last release.
 * @param folder the repository, whose list of accepted breaks applies
 * @throws ProblemsError when an entry of the list is wrong, or accepts nothing
 */
export async function diffSinceRelease(released: Contract, current: Contract, folder = "."): Promise<ContractDiff> {
  const accepted = await readAcceptedBreaks(folder);
  const diff = await compareContracts(released, current, accepted.entries);
  refuse(idleEntries(accepted, diff.documents));
  return diff;
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
