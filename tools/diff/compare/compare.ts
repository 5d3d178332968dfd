import type { Document } from "../../openapi/document.ts";
import { align } from "../documents/align.ts";
import { isSame } from "../json.ts";
import type { Finding } from "./finding.ts";
import { compareGenerated } from "./generated.ts";
import { compareNames } from "./names.ts";
import { compareOperation } from "./operations.ts";
import { sortFindings, toFinding } from "./places.ts";
import { compareShared } from "./shared.ts";
import { findUses } from "./uses.ts";
import { compareWebhooks } from "./webhooks.ts";
import { compareWhole } from "./whole.ts";

/** @param hasClient whether functions and constants are generated from the document; only types are generated for the control API */
export function compareDocuments(base: Document, revision: Document, hasClient = true): Finding[] {
  if (isSame(withoutVersion(base), withoutVersion(revision))) return [];
  const aligned = align(base, revision);
  const useOf = findUses(aligned);
  const differences = [
    ...compareNames(aligned),
    ...(hasClient ? compareGenerated(base, revision, aligned.pairs) : []),
    ...aligned.pairs.flatMap((pair) => compareOperation(pair, aligned)),
    ...compareWebhooks(aligned),
    ...compareShared(aligned, useOf),
    ...compareWhole(aligned),
  ];
  const findings = differences.map((difference) => toFinding(difference, useOf));
  return sortFindings(unique(findings), aligned);
}

function withoutVersion(document: Document): object {
  const { version: _version, "x-content-hash": _hash, ...info } = document.info;
  return { ...document, info };
}

function unique(findings: readonly Finding[]): Finding[] {
  const keyOf = ({ subject, place, rule, message }: Finding): string => JSON.stringify([subject, place, rule, message]);
  return [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()];
}
