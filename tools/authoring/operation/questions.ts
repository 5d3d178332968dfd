import { allowedVerbs } from "../../rules/operation-verb.ts";
import { type Answers, one } from "./answers.ts";
import { checkName, checkPath, checkScope, field, json, lacksField, lacksParameter, oneOf, schemaName, sentence } from "./checks.ts";
import { fieldGrammar } from "./fields.ts";
import type { Known } from "./known.ts";

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
  /** What would be right, in a sentence, where the answer is wrong. The answers have those to the question itself that came before it. */
  readonly check?: (answer: string, answers: Answers, known: Known) => string | undefined;
  /** What the answers to a question of several still lack, in a sentence; asked on until nothing. */
  readonly lacks?: (given: readonly string[], answers: Answers, known: Known) => string | undefined;
  /** Never asked: an option for those who want it. */
  readonly silent?: true;
}

const methods = Object.keys(allowedVerbs);
const grades = ["described", "documented", "observed", "assumed"];
const retries = ["safe", "on-rate-limit", "never"];
/** Folders of the spec that are no areas. */
const reserved = ["shared", "control", "workflows", "guides", "released"];

const isNewArea = (answers: Answers, known: Known): boolean => !known.areas.includes(one(answers, "area"));
const takesBody = (answers: Answers): boolean => ["post", "put"].includes(one(answers, "method"));
const hasBody = (answers: Answers): boolean => takesBody(answers) && one(answers, "body") !== "none";
const hasAnswer = (answers: Answers): boolean => one(answers, "status") !== "204";
const isNewSchema = (name: string) => (answers: Answers, known: Known) =>
  !known.schemasOf(one(answers, "area")).includes(one(answers, name));
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
    check: checkScope,
    lacks: (given) => (given.length > 0 ? undefined : "Name a scope, or none for an operation without an access token."),
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
    check: field("parameter"),
    lacks: lacksParameter,
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
    check: field("body-field"),
    lacks: lacksField("body"),
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
    check: field("answer-field"),
    lacks: lacksField("answer"),
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
