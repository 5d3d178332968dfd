import type { Difference, Direction, Place } from "../compare/difference.ts";
import { canonical } from "../json.ts";
import { anyRules } from "./anyNode.ts";
import { documentRules } from "./document.ts";
import { enumRules } from "./enumValues.ts";
import { limitRules } from "./limits.ts";
import { messageRules } from "./messages.ts";
import { operationRules } from "./operations.ts";
import { schemaRules } from "./schemas.ts";
import { breaks, describeChange, effects, mostSevereEffect, type Rules, type Verdict } from "./verdict.ts";
import { versionRules } from "./versions.ts";

/** A difference with its verdict, described for users. */
export interface Finding extends Verdict {
  /** The heading in reports: an operationId, the id of a webhook, the name of a component, or `document`. */
  readonly subject: string;
  /** The ids of the operations that contain or use the subject. */
  readonly operations: readonly string[];
  readonly directions: readonly Direction[];
  /** The place in the subject, for example `body field inputs[].id`; empty for the subject itself. */
  readonly place: string;
}

const rules: Rules = {
  ...documentRules,
  ...operationRules,
  ...messageRules,
  ...schemaRules,
  ...enumRules,
  ...limitRules,
  ...versionRules,
  ...anyRules,
};

/** Within a subject, the most severe findings come first. If a change has different effects in two directions, the more severe applies. */
export function judge(differences: readonly Difference[]): Finding[] {
  const changes = Map.groupBy(differences, ({ place, topic, name, before, after }) =>
    canonical([place.subject.name, place.part, place.field, topic, name, before, after]),
  );
  const findings = [...changes.values()].flatMap(([first, ...others]) => (first === undefined ? [] : findingsOf(first, others)));
  const keyOf = ({ subject, place, rule, message }: Finding): string => JSON.stringify([subject, place, rule, message]);
  const unique = new Map(findings.map((finding) => [keyOf(finding), finding])).values();
  return [...Map.groupBy(unique, ({ subject }) => subject).values()].flatMap((group) =>
    effects.flatMap((effect) => group.filter((finding) => finding.effect === effect)),
  );
}

/** @param others the same change in the other direction */
function findingsOf(first: Difference, others: readonly Difference[]): Finding[] {
  const { place } = first;
  const { operations, directions, name } = place.subject;
  const verdicts = [first, ...others].flatMap((difference) => verdictOf(difference) ?? []);
  const effect = mostSevereEffect(verdicts);
  const byRule = new Map<string, Verdict>();
  for (const verdict of verdicts.filter((one) => one.effect === effect)) {
    const message = byRule.get(verdict.rule)?.message ?? "";
    const more = verdict.message.split(/(?<=\.) /).filter((sentence) => !message.includes(sentence));
    byRule.set(verdict.rule, { ...verdict, message: [message, ...more].filter(Boolean).join(" ") });
  }
  return [...byRule.values()].map((verdict) => ({ ...verdict, subject: name, operations, directions, place: describePlace(place) }));
}

/** A change without a rule is considered breaking, so that it cannot be released unnoticed. */
function verdictOf(difference: Difference): Verdict | undefined {
  const { topic, before, after } = difference;
  const member = topic.slice(topic.lastIndexOf(" ") + 1);
  const rule = rules[topic] ?? rules[`any ${member}`];
  if (rule !== undefined) return rule(before, after, difference);
  const change = describeChange(member, before, after);
  return breaks("unrated-changed", `${change}. There is no rule for this keyword, so the change is considered breaking.`);
}

function describePlace({ part, field }: Place): string {
  const path = field.trim();
  return [part, path === "[]" ? "item" : path && `field ${path}`].filter(Boolean).join(" ");
}
