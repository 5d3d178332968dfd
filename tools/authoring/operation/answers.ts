/** What is known so far, by the names of the questions; a question that takes several answers has a list. */
export type Answers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The one answer to a question that was asked and answered before. */
export function one(answers: Answers, name: string): string {
  return String(answers[name] ?? "");
}

export function many(answers: Answers, name: string): readonly string[] {
  const value = answers[name];
  return typeof value === "string" ? [value] : (value ?? []);
}
