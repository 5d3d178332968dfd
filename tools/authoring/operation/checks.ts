import { allowedVerbs, beginsWith } from "../../rules/operation-verb.ts";
import { type Answers, many, one } from "./answers.ts";
import { nameOf, parseField, parseJson } from "./fields.ts";
import type { Known } from "./known.ts";

/** The names in braces of a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

/** What is wrong with a text that is to be a sentence. */
export function sentence(text: string): string | undefined {
  return /^[A-Z`].*[.]$/s.test(text) ? undefined : `It is a sentence, with a capital and a full stop, not "${text}".`;
}

/** What is wrong with a word that is none of these. */
export function oneOf(words: readonly string[]): (word: string) => string | undefined {
  return (word) => (words.includes(word) ? undefined : `It is one of ${words.join(", ")}, not "${word}".`);
}

/** What is wrong with a field that answers a question; see `parseField`. */
export function field(question: string): (text: string, answers: Answers, known: Known) => string | undefined {
  return (text, answers, known) => {
    const read = parseField(text, known.schemasOf(one(answers, "area")));
    if (typeof read === "string") return read;
    return many(answers, question).some((other) => nameOf(other) === read.name) ? `${read.name} is there already.` : undefined;
  };
}

/** What a new schema lacks. */
export function lacksField(place: "body" | "answer"): (given: readonly string[], answers: Answers) => string | undefined {
  return (given, answers) => {
    const schema = one(answers, place);
    return given.length > 0 || schema === "" ? undefined : `${schema} is new, and has at least one field.`;
  };
}

/** Which parameters of the path nobody has described, here or in another operation. */
export function lacksParameter(given: readonly string[], answers: Answers, known: Known): string | undefined {
  const names = given.map(nameOf);
  const unknown = pathParameters(one(answers, "path")).filter((name) => !names.includes(name) && known.pathParameter(name) === undefined);
  if (unknown.length === 0) return undefined;
  const told = unknown.map((name) => `{${name}}`).join(", ");
  return `No other operation has ${told} in its path. Say what it is: "${unknown[0]}|string|an example|What it names."`;
}

/** The scopes are alternatives, each named once; none of them goes with others. */
export function checkScope(scope: string, answers: Answers, known: Known): string | undefined {
  const before = many(answers, "scope");
  if (before.includes(scope)) return `${scope} is there already.`;
  if (before.length > 0 && [scope, ...before].includes("none")) return "none goes alone.";
  return oneOf([...known.scopes, "none"])(scope);
}

/** What is wrong with the name of a schema; `none` is right where there need not be one. */
export function schemaName(text: string): string | undefined {
  if (/^[A-Z][A-Za-z0-9]*$/.test(text) || text === "none") return undefined;
  return `It is the name of a type, for example TicketInput, not "${text}".`;
}

/** What is wrong with a text that is to be JSON. */
export function json(text: string): string | undefined {
  return parseJson(text) === undefined ? `It is to be JSON, not ${text}.` : undefined;
}

/** The verb has to be one of the method (spec/README.md), and the name new in its area. */
export function checkName(name: string, answers: Answers, known: Known): string | undefined {
  const method = one(answers, "method");
  const verbs = allowedVerbs[method] ?? [];
  if (!/^[a-z][A-Za-z0-9]*$/.test(name) || !verbs.some((verb) => beginsWith(verb, name))) {
    return `It begins with a verb of ${method.toUpperCase()}: ${verbs.join(", ")}, alone or with a capital after it, not "${name}".`;
  }
  const id = `${one(answers, "area")}.${name}`;
  return known.operationIds.includes(id) ? `${id} is there already. Choose a name that no operation of the area has.` : undefined;
}

/** A path is there once, with each of its methods; one in which only the parameters have other names is the same. */
export function checkPath(path: string, answers: Answers, known: Known): string | undefined {
  if (!/^(\/([A-Za-z0-9._-]+|\{[A-Za-z][A-Za-z0-9]*\}))+$/.test(path)) {
    return `It begins with a slash and has none at the end, and a parameter fills a step, as in /crm/v3/tickets/{ticketId}, not "${path}".`;
  }
  const names = pathParameters(path);
  if (new Set(names).size < names.length) return "Each parameter has a name of its own.";
  const blank = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, "{}");
  const taken = known.paths.find((other) => blank(other) === blank(path));
  return taken === undefined ? undefined : checkTaken(path, taken, answers, known);
}

/** What keeps an operation from being a further method of a path. */
function checkTaken(path: string, taken: string, answers: Answers, known: Known): string | undefined {
  if (taken !== path) return `${taken} is there already. Write it in the same way: its parameters have these names.`;
  const { file, methods } = known.pathItem(path);
  const method = one(answers, "method");
  if (methods.includes(method)) return `${path} is there already with the method ${method.toUpperCase()}.`;
  const area = file.split("/")[0] ?? "";
  return area === one(answers, "area") ? undefined : `${path} belongs to the area ${area}, and a path is in one area.`;
}
