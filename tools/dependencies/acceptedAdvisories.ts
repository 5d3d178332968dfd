import { readEntries } from "../pipeline/lint/entries.ts";
import { throwProblems } from "../problems.ts";

export interface AcceptedAdvisory {
  /** The id in the advisory database, for example `GHSA-jr5f-v2jv-69x6`. */
  readonly advisory: string;
  readonly reason: string;
  /** The last day on which the advisory is accepted, for example `2027-01-31`. */
  readonly until: string;
}

export const acceptedAdvisoriesFile = "tools/dependencies/accepted.json";

const maxMonths = 12;

export async function readAcceptedAdvisories(today: string): Promise<readonly AcceptedAdvisory[]> {
  const last = new Date(`${today}T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + maxMonths);
  const until = { type: "string", format: "date", formatMaximum: last.toISOString().slice(0, 10) };
  const text = { type: "string", pattern: "\\S" };
  const schema = {
    description: `a list of entries with advisory, reason and until, a date at most ${maxMonths} months ahead`,
    type: "array",
    items: {
      type: "object",
      properties: { advisory: text, reason: text, until },
      required: ["advisory", "reason", "until"],
      additionalProperties: false,
    },
  };
  const { entries, problems } = await readEntries<AcceptedAdvisory>(acceptedAdvisoriesFile, schema);
  throwProblems("accepted advisories", problems);
  return entries;
}
