import { packageNames } from "../../packages.ts";
import { compareDocuments } from "../compare/compare.ts";
import type { Finding } from "../compare/finding.ts";
import type { Contract, DocumentName } from "../documents/contracts.ts";
import { compareReports, readReleasedReports, readReports, type SignatureChange } from "../signatures/reports.ts";
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
  /** The entry points whose exported signatures changed since the last release. */
  readonly signatures: readonly SignatureChange[];
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
 * @param signatures what changed in the API reports since then
 */
export async function compareContracts(
  base: Contract,
  revision: Contract,
  accepted: readonly AcceptedBreak[] = [],
  signatures: readonly SignatureChange[] = [],
): Promise<ContractDiff> {
  const version = base.platform.info.version;
  const [platform, control] = await Promise.all([
    compareDocuments(base.platform, revision.platform),
    base.control === undefined || revision.control === undefined ? undefined : compareDocuments(base.control, revision.control, false),
  ]);
  const documents = [
    documentDiff("platform", platform, version, accepted),
    ...(control === undefined ? [] : [documentDiff("control", control, version, accepted)]),
  ];
  const levels = [...documents.map(({ level }) => level), ...signatures.map(() => signatureLevel)];
  return { base: base.name, version, documents, signatures, level: highest(levels) };
}

/**
 * What has changed since the last release.
 * @param folder the repository, whose list of accepted breaks applies
 * @throws ProblemsError when an entry of the list is wrong, or accepts nothing
 */
export async function diffSinceRelease(released: Contract, current: Contract, folder = "."): Promise<ContractDiff> {
  const accepted = await readAcceptedBreaks(folder);
  const diff = await compareContracts(released, current, accepted, await signaturesSinceRelease(folder));
  refuse(idleEntries(accepted, diff.documents));
  return diff;
}

/** Nobody judges whether a new signature breaks code, so any changeset for its package will do. */
export const signatureLevel: Level = "patch";

/** What changed in the API reports since the last release; nothing where that had none. */
export async function signaturesSinceRelease(folder = "."): Promise<SignatureChange[]> {
  const released = await readReleasedReports(folder);
  return released.length === 0 ? [] : compareReports(released, await readReports(folder));
}

function documentDiff(
  document: DocumentDiff["document"],
  findings: readonly Finding[],
  version: string,
  accepted: readonly AcceptedBreak[],
): DocumentDiff {
  const judged = findings.map((finding) => {
    const reason = acceptanceOf(finding, document, accepted);
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
