import { allowedVerbs, beginsWith } from "../../rules/operation-verb.ts";
import { fieldGrammar, parseField, parseJson } from "./fields.ts";
import type { Known } from "./known.ts";

/** What is known so far, by the names of the questions; a question that takes several answers has a list. */
export type Answers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Question {
  /** Its option on the command line. */
  readonly name: string;
  readonly text: string;
  /** Whether there may be any number of answers, none among them. */
  readonly multiple?: true;
  /** Asked only where this holds; an answer without it is refused. */
  readonly when?: (answers: Answers, known: Known) => boolean;
  /** What an empty answer means; without it there has to be an answer. */
  readonly fallback?: (answers: Answers, known: Known) => string | undefined;
  /** What would be right, in a sentence, where the answer is wrong. */
  readonly check?: (answer: string, answers: Answers, known: Known) => string | undefined;
  /** Never asked: an option for those who want it. */
  readonly silent?: true;
}

const methods = Object.keys(allowedVerbs);
const grades = ["described", "documented", "observed", "assumed"];
const retries = ["safe", "on-rate-limit", "never"];
/** Folders of the spec that are no areas. */
const reserved = ["shared", "control", "workflows", "guides"];

/** The one answer to a question that was asked and answered before. */
export function one(answers: Answers, name: string): string {
  return String(answers[name] ?? "");
}

export function many(answers: Answers, name: string): readonly string[] {
  const value = answers[name];
  return typeof value === "string" ? [value] : (value ?? []);
}

/** The names in braces of a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

const isNewArea = (answers: Answers, known: Known): boolean => !known.areas.includes(one(answers, "area"));
const takesBody = (answers: Answers): boolean => ["post", "put"].includes(one(answers, "method"));
const hasBody = (answers: Answers): boolean => takesBody(answers) && one(answers, "body") !== "none";
const hasAnswer = (answers: Answers): boolean => one(answers, "status") !== "204";
const isNewSchema = (name: string) => (answers: Answers, known: Known) =>
  !known.schemasOf(one(answers, "area")).includes(one(answers, name));
const sentence = (text: string) =>
  /^[A-Z`].*[.]$/s.test(text) ? undefined : `It is a sentence, with a capital and a full stop, not "${text}".`;
const oneOf = (words: readonly string[]) => (word: string) =>
  words.includes(word) ? undefined : `It is one of ${words.join(", ")}, not "${word}".`;
const field = (text: string, answers: Answers, known: Known): string | undefined => {
  const read = parseField(text, known.schemasOf(one(answers, "area")));
  return typeof read === "string" ? read : undefined;
};
const schemaName = (text: string): string | undefined =>
  /^[A-Z][A-Za-z0-9]*$/.test(text) || text === "none" ? undefined : `It is the name of a type, for example TicketInput, not "${text}".`;
const json = (text: string): string | undefined => (parseJson(text) === undefined ? `It is to be JSON, not ${text}.` : undefined);
/** A schema that is there already comes with the example of another operation, if one has it as a whole body. */
const needsExample = (name: string) => (answers: Answers, known: Known) =>
  !isNewSchema(name)(answers, known) && known.exampleOf(one(answers, name)) === undefined;

/** Everything that a new operation is made of, in the order in which it is asked. */
export const questions: readonly Question[] = [
  {
    name: "area",
    text: "Area: folder, tag and namespace of the client, for example tickets",
    check: (area) =>
      /^[a-z][A-Za-z0-9]*$/.test(area) && !reserved.includes(area)
        ? undefined
        : `It is a name such as tickets or eventDefinitions, not "${area}".`,
  },
  {
    name: "area-title",
    text: "The area is new. What it is called in the reference, for example Tickets",
    when: isNewArea,
    fallback: (answers) => capital(one(answers, "area").replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)),
  },
  { name: "area-description", text: "What the area is for, in a sentence", when: isNewArea, check: sentence },
  { name: "method", text: `Method (${methods.join(", ")})`, check: oneOf(methods) },
  { name: "name", text: "Name in the area: a verb of the method, perhaps with more, for example get or listTypes", check: checkName },
  { name: "path", text: "Path, with its parameters in braces, for example /crm/v3/tickets/{ticketId}", check: checkPath },
  {
    name: "summary",
    text: "Summary, an imperative without a full stop, for example Get a ticket",
    check: (text) => (/^[A-Z].*[^.]$/.test(text) ? undefined : `It begins with a capital and has no full stop, not "${text}".`),
  },
  { name: "description", text: "Description: what it does, what surprises, in sentences", check: sentence },
  {
    name: "scope",
    text: "Scope that is enough for it; several are alternatives; none for an operation without an access token",
    multiple: true,
    check: (scope, _, known) => oneOf([...known.scopes, "none"])(scope),
  },
  {
    name: "retry",
    text: `Whether a client may repeat it (${retries.join(", ")})`,
    fallback: (answers) => (one(answers, "method") === "post" ? "never" : "safe"),
    check: oneOf(retries),
  },
  {
    name: "parameter",
    text: `Parameter of the path that no other operation has, or of the query (${fieldGrammar}; a ? behind the name: optional)`,
    multiple: true,
    check: field,
  },
  {
    name: "body",
    text: "Schema of the request body, for example TicketInput, or none",
    when: takesBody,
    fallback: () => "none",
    check: schemaName,
  },
  { name: "body-description", text: "What the body says, in a sentence", when: hasBody, check: sentence },
  {
    name: "body-field",
    text: `Field of the body (${fieldGrammar})`,
    multiple: true,
    when: (answers, known) => hasBody(answers) && isNewSchema("body")(answers, known),
    check: field,
  },
  {
    name: "body-example",
    text: "Example of the body, as JSON",
    when: (answers, known) => hasBody(answers) && needsExample("body")(answers, known),
    check: json,
  },
  {
    name: "status",
    text: "Status of its success (200, 201, 202, 204)",
    fallback: (answers) => (one(answers, "method") === "delete" ? "204" : "200"),
    check: oneOf(["200", "201", "202", "204"]),
  },
  { name: "answer", text: "Schema of the answer, for example Ticket", when: hasAnswer, check: schemaName },
  { name: "answer-description", text: "What the answer is, in a sentence", check: sentence },
  {
    name: "answer-field",
    text: `Field of the answer (${fieldGrammar})`,
    multiple: true,
    when: (answers, known) => hasAnswer(answers) && isNewSchema("answer")(answers, known),
    check: field,
  },
  {
    name: "answer-example",
    text: "Example of the answer, as JSON",
    when: (answers, known) => hasAnswer(answers) && needsExample("answer")(answers, known),
    check: json,
  },
  { name: "example", text: "The name of its examples", fallback: (answers) => one(answers, "name"), silent: true },
  {
    name: "grade",
    text: `How well founded it is (${grades.join(", ")})`,
    fallback: () => "described",
    check: oneOf(grades),
  },
  {
    name: "note",
    text: "What is not described, in a sentence",
    when: (answers) => one(answers, "grade") !== "described",
    check: sentence,
  },
  {
    name: "source",
    text: "Where it is written, for example description, Endpoints",
    fallback: (answers) => (one(answers, "grade") === "described" ? "description" : "our choice"),
  },
  {
    name: "change",
    text: "What users will notice, for the changelog",
    fallback: (answers) => `\`${one(answers, "area")}.${one(answers, "name")}\` is new. ${one(answers, "description")}`,
  },
];

function checkName(name: string, answers: Answers, known: Known): string | undefined {
  const method = one(answers, "method");
  const verbs = allowedVerbs[method] ?? [];
  if (!/^[a-z][A-Za-z0-9]*$/.test(name) || !verbs.some((verb) => beginsWith(verb, name))) {
    return `It begins with a verb of ${method.toUpperCase()}: ${verbs.join(", ")}, alone or with a capital after it, not "${name}".`;
  }
  const id = `${one(answers, "area")}.${name}`;
  return known.operationIds.includes(id) ? `${id} is there already. Choose a name that no operation of the area has.` : undefined;
}

function checkPath(path: string, _: Answers, known: Known): string | undefined {
  if (!/^(\/([A-Za-z0-9._-]+|\{[A-Za-z][A-Za-z0-9]*\}))+$/.test(path)) {
    return `It begins with a slash and has none at the end, and a parameter fills a step, as in /crm/v3/tickets/{ticketId}, not "${path}".`;
  }
  const names = pathParameters(path);
  if (new Set(names).size < names.length) return "Each parameter has a name of its own.";
  const blank = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, "{}");
  const taken = known.paths.find((other) => blank(other) === blank(path));
  if (taken === undefined) return undefined;
  return `${taken} is there already. A second method of a path goes by hand into its file, as collection.yaml or item.yaml; see spec/README.md.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
