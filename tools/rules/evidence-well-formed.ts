import { visitExtensions } from "./extensions.ts";
import { asObject, hasKeys, isObject } from "./json.ts";
import { problem, show } from "./message.ts";
import type { Context, Location, Rule } from "./visitor.ts";

const grades = ["documented", "observed", "assumed"];
const wellFormed = '{grade: observed, note: "Values may be `null`."}';

/** The fidelity table is made of these marks, so each is a grade it knows and a sentence that fits into a cell. */
export const evidenceWellFormed: Rule = () =>
  visitExtensions((extension, context) => {
    if (extension.name === "x-evidence") return checkEvidence(extension.value, extension.location, context);
    // Data inside an extension is marked too, and Redocly does not walk through it.
    checkInside(extension.value, extension.location, context, new Set());
  });

function checkInside(value: unknown, location: Location, context: Context, visited: Set<unknown>): void {
  if (typeof value !== "object" || value === null || visited.has(value)) return;
  visited.add(value);
  for (const [key, raw] of Object.entries(value)) {
    const target = context.resolve(raw, location.source.absoluteRef);
    const place = typeof asObject(raw).$ref === "string" ? target.location : location.child(key);
    if (place === undefined) continue;
    if (key === "x-evidence") checkEvidence(target.node, place, context);
    else checkInside(target.node, place, context, visited);
  }
}

function checkEvidence(evidence: unknown, location: Location, context: Context): void {
  if (!isObject(evidence) || !hasKeys(evidence, ["grade", "note"])) {
    context.report(
      problem(location, {
        wrong: "A mark of evidence is more or less than a grade and a note.",
        expected: wellFormed,
        found: isObject(evidence) ? `the keys ${Object.keys(evidence).join(", ") || "of nothing"}` : show(evidence),
      }),
    );
    return;
  }
  if (evidence.grade === "described") {
    context.report(
      problem(location.child("grade"), {
        wrong: "What the description says needs no mark of evidence.",
        expected: `no x-evidence at all, or one of ${grades.join(", ")}`,
        found: show(evidence.grade),
      }),
    );
  } else if (typeof evidence.grade !== "string" || !grades.includes(evidence.grade)) {
    context.report(
      problem(location.child("grade"), {
        wrong: "The grade of evidence is none of ours.",
        expected: `one of ${grades.join(", ")}`,
        found: show(evidence.grade),
      }),
    );
  }
  if (!isSentence(evidence.note)) {
    context.report(
      problem(location.child("note"), {
        wrong: "The note of evidence is not a sentence for a table.",
        expected: 'one paragraph with a capital or `code` in front and a full stop behind, for example "Values may be `null`."',
        found: show(evidence.note),
      }),
    );
  }
}

/** A line may break where a long text is wrapped; a paragraph would break the table. */
function isSentence(note: unknown): boolean {
  return typeof note === "string" && /^[^a-z\s].*\.$/s.test(note.trimEnd()) && !note.includes("\n\n");
}
