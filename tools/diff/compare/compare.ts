import type { Document } from "../../openapi/document.ts";
import { align } from "../documents/align.ts";
import { compareCalls } from "./calls.ts";
import { compareExamples } from "./examples.ts";
import { canonical, type Finding } from "./finding.ts";
import { compareMarks } from "./marks.ts";
import { compareOperations } from "./operations.ts";
import { compareParameters } from "./parameters.ts";
import { at, documentSubject, placing } from "./places.ts";
import { compareStructure } from "./schemas/structure.ts";
import { compareWhole } from "./whole.ts";

/**
 * Everything that differs between two bundles and that users of the packages notice: by operation in the order of the new
 * document, then the parts that operations share, then the document as a whole; breaks come first in each.
 * @param hasClient whether functions and constants are generated from it; of the mock's own API there are types alone
 */
export async function compareDocuments(base: Document, revision: Document, hasClient = true): Promise<Finding[]> {
  if (canonical(bare(base)) === canonical(bare(revision))) return [];
  const aligned = align(base, revision);
  const placed = placing(aligned);
  const found = [
    ...aligned.findings,
    ...aligned.parts.map(({ part, verdict }) => at({ ...placed(["components", ...part.split("/")]), directions: [], place: "" }, verdict)),
    ...(hasClient ? await compareCalls(aligned) : []),
    ...compareOperations(aligned),
    ...compareParameters(aligned, placed),
    ...compareStructure(aligned, placed),
    ...compareMarks(aligned, placed),
    ...compareExamples(aligned, placed),
    ...compareWhole(aligned),
  ];
  return sorted(unique(found), revision);
}

/** The version and the hash of a bundle say nothing of their own. */
function bare(document: Document): object {
  const { version: _version, "x-content-hash": _hash, ...info } = document.info;
  return { ...document, info };
}

function unique(findings: readonly Finding[]): Finding[] {
  return [
    ...new Map(
      findings.map((finding) => [JSON.stringify([finding.subject, finding.place, finding.rule, finding.message]), finding]),
    ).values(),
  ];
}

function sorted(findings: readonly Finding[], { paths = {} }: Document): Finding[] {
  const order = Object.values(paths).flatMap((item) =>
    Object.values(item).map((operation) => (operation as { operationId?: string }).operationId ?? ""),
  );
  const rank = ({ subject, operations }: Finding): number => {
    if (subject === documentSubject) return 1_000_000;
    // An operation that is gone is not in the new document; it comes before the shared parts.
    if (operations.length === 1 && operations[0] === subject) return order.includes(subject) ? order.indexOf(subject) : 10_000;
    return 100_000;
  };
  const effects = ["breaks", "adds", "reads"];
  return findings.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      one.subject.localeCompare(other.subject, "en") ||
      effects.indexOf(one.effect) - effects.indexOf(other.effect),
  );
}
