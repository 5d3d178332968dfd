import { asList, asObject, hasKeys, isObject, type JsonObject } from "../openapi/json.ts";
import { type Extension, visitExtensions } from "./extensions.ts";
import { problem, show } from "./message.ts";
import type { Context, Location, Rule } from "./visitor.ts";

const grades = ["documented", "observed", "assumed"];
const wellFormed = '{grade: observed, note: "Values may be `null`."}';

/** The fidelity table is made of these marks, so each is a grade it knows and a sentence that fits into a cell. */
export const evidenceWellFormed: Rule = () =>
  visitExtensions((extension, context) => {
    if (extension.name === "x-evidence") {
      checkEvidence(extension.value, extension.location, context);
      checkDeviations(extension, context);
      return;
    }
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
  if (!isObject(evidence) || !hasKeys(evidence, ["grade", "note"], ["accepts", "sends"])) {
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

/** The schema types that a deviation applies to. A deviation without a list applies to every type. */
const typesOfDeviation: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  accepts: { absent: ["array"], number: ["string"] },
  sends: { absent: [], number: ["string"] },
};

function checkDeviations({ value, location, owner, ownerType }: Extension, context: Context): void {
  if (!isObject(value)) return;
  for (const [member, types] of Object.entries(typesOfDeviation)) {
    if (!(member in value)) continue;
    const deviation = value[member];
    const expected = expectedDeviation(types, deviation, owner, ownerType) ?? expectedGrade(value["grade"]);
    if (expected === undefined) continue;
    context.report(
      problem(location.child(member), {
        wrong: "The mark does not say how the real service deviates from the schema.",
        expected,
        found: `${member}: ${show(deviation)} on ${ownerType === "Schema" ? `type ${show(owner["type"])}` : ownerType}, grade ${show(value["grade"])}`,
      }),
    );
  }
}

function expectedDeviation(
  types: Readonly<Record<string, readonly string[]>>,
  deviation: unknown,
  owner: JsonObject,
  ownerType: string,
): string | undefined {
  if (ownerType !== "Schema") return "the mark on a schema";
  const allowed = typeof deviation === "string" && Object.hasOwn(types, deviation) ? types[deviation] : undefined;
  if (allowed === undefined) return `one of ${Object.keys(types).join(", ")}`;
  const declared = typeof owner["type"] === "string" ? [owner["type"]] : asList(owner["type"]);
  if (allowed.length === 0 || allowed.some((type) => declared.includes(type))) return undefined;
  return `${deviation} on a schema of type ${allowed.join(" or ")}`;
}

/** Nothing but traffic or other clients shows what a service does against its own description. */
function expectedGrade(grade: unknown): string | undefined {
  return grade === "observed" ? undefined : "the grade observed beside it";
}

/** A line may break where a long text is wrapped; a paragraph would break the table. */
function isSentence(note: unknown): boolean {
  return typeof note === "string" && /^[^a-z\s].*\.$/s.test(note.trimEnd()) && !note.includes("\n\n");
}
