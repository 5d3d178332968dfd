import type { Json } from "../../bundle/document.ts";
import { type Answers, many, one } from "./answers.ts";
import { pathParameters } from "./checks.ts";
import { exampleOf, type Field, objectSchema, parseField, parseJson } from "./fields.ts";
import type { Known } from "./known.ts";

/** A body of the new operation: a schema, and an example of it. */
export interface Body {
  readonly description: string;
  readonly schema: string;
  readonly example: Json;
  /** The schema itself, where the area does not have it yet. */
  readonly written: object | undefined;
}

/** A new operation, thought out. */
export interface Design {
  readonly area: string;
  readonly name: string;
  /** As the document has it, in small letters. */
  readonly method: string;
  readonly path: string;
  /** The file of the path, where other methods of it are there already, for example `tickets/archive.yaml`. */
  readonly present: string | undefined;
  readonly summary: string;
  readonly description: string;
  /** One of them is enough; none: it needs no access token. */
  readonly scopes: readonly string[];
  readonly retry: string;
  readonly ids: readonly Field[];
  readonly query: readonly Field[];
  readonly body: Body | undefined;
  readonly status: string;
  readonly answerDescription: string;
  readonly answer: Body | undefined;
  /** The name of all examples. */
  readonly example: string;
  readonly grade: string;
  readonly note: string;
  readonly source: string;
  readonly change: string;
  /** What to write of the area itself, where it is new. */
  readonly newArea: { readonly title: string; readonly description: string } | undefined;
}

/** Makes of answers to all questions what is to be written. */
export function design(answers: Answers, known: Known): Design {
  const area = one(answers, "area");
  const path = one(answers, "path");
  const scopes = many(answers, "scope");
  const fields = many(answers, "parameter").map((text) => fieldOf(text, []));
  const names = pathParameters(path);
  const status = one(answers, "status");
  return {
    area,
    name: one(answers, "name"),
    method: one(answers, "method"),
    path,
    present: known.paths.includes(path) ? known.pathItem(path).file : undefined,
    summary: one(answers, "summary"),
    description: one(answers, "description"),
    scopes: scopes.filter((scope) => scope !== "none"),
    retry: one(answers, "retry"),
    ids: names.map((name) => fields.find((field) => field.name === name) ?? fromOthers(name, known)),
    query: fields.filter(({ name }) => !names.includes(name)),
    body: bodyOf("body", answers, known),
    status,
    answerDescription: one(answers, "answer-description"),
    answer: status === "204" ? undefined : bodyOf("answer", answers, known),
    example: one(answers, "example"),
    grade: one(answers, "grade"),
    note: one(answers, "note"),
    source: one(answers, "source"),
    change: one(answers, "change"),
    newArea: known.areas.includes(area) ? undefined : { title: one(answers, "area-title"), description: one(answers, "area-description") },
  };
}

function fieldOf(text: string, schemas: readonly string[]): Field {
  const field = parseField(text, schemas);
  if (typeof field === "string") throw new Error(field);
  return field;
}

/** A parameter that other paths have as well means the same here. */
function fromOthers(name: string, known: Known): Field {
  const other = known.pathParameter(name);
  if (other !== undefined) return { name, required: true, type: "string", ...other };
  throw new Error(`Nobody has said what {${name}} is.`);
}

function bodyOf(place: "body" | "answer", answers: Answers, known: Known): Body | undefined {
  const schema = one(answers, place);
  if (schema === "none" || schema === "") return undefined;
  const schemas = known.schemasOf(one(answers, "area"));
  const description = one(answers, `${place}-description`);
  const given = parseJson(one(answers, `${place}-example`));
  if (schemas.includes(schema)) return { description, schema, example: given ?? known.exampleOf(schema) ?? null, written: undefined };
  const fields = many(answers, `${place}-field`).map((text) => fieldOf(text, schemas));
  return { description, schema, example: given ?? exampleOf(fields), written: objectSchema(description, fields) };
}
