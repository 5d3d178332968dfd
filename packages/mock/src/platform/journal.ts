import { statedError } from "../contract/errors/errorBody.ts";
import type { ContractResponse, Problem } from "../contract/message.ts";
import { isObject, type JsonObject, type OpenApiDocument, setField } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { type SensitiveNames, sensitiveNames } from "../contract/openapi/sensitive.ts";
import { anyShape, bodyShape, type Shape } from "../contract/openapi/shape.ts";
import { isClientId, maxCredentialLength, redaction, secretsIn, withoutCredentials } from "../contract/problems/credentials.ts";
import { shortened } from "../contract/problems/fields.ts";
import { groupByName, type HttpRequest } from "../http/httpRequest.ts";
import { requestPath } from "../http/requestPath.ts";
import type { OnServed } from "../http/serve.ts";
import type { DeferredFields, Journal, JournalEntry } from "../store/journal/journal.ts";
import type { WallClock } from "./clock.ts";
import { authorizePath } from "./consent/authorizePage.ts";
import { authorizationParameters } from "./consent/authorizeRequest.ts";
import { withoutIncompleteValue } from "./incompleteJson.ts";
import { RecentTexts } from "./recentTexts.ts";

/** Omits tokens, passwords and headers. Undeclared fields of a request may be secrets, so only their names are stored. */
export function keepJournal(journal: Journal, document: OpenApiDocument, wallClock: WallClock): OnServed {
  const sensitive = sensitiveNames(document);
  const hasSecrets = secretsIn(sensitive);
  const texts = new RecentTexts();
  return (servedRequest, response) => {
    const {
      http,
      operation,
      shownPath,
      request,
      accountId = 0,
      generation = 0,
      now = wallClock(),
      problems,
      fault,
      requestId,
      effects,
      durationMs,
    } = servedRequest;
    const body = request?.body;
    const query = request?.query ?? groupByName(http.url.searchParams);
    const rules = { sensitive, accountId };
    const error = statedError(response);
    const entry: JournalEntry = {
      mockRequestId: requestId,
      accountId: accountId === 0 ? null : accountId,
      at: now,
      respondedAt: wallClock(),
      operationId: operation?.operationId ?? null,
      method: http.method,
      path: shownPath,
      query: isEmpty(query) ? {} : (noteOf(query, rules, operation ? shapeOfQuery(operation) : pageQuery(http)) as JsonObject),
      body: body === undefined ? undefined : noteOf(body, rules, operation ? bodyShape(document, operation) : anyShape),
      status: response.status,
      durationMs: Math.round(10 * durationMs) / 10,
      problems: notedProblems(problems, accountId),
      fault,
      effects,
      category: error?.category,
      message: error && noteOfText(error.message, accountId),
    };
    journal.append(
      accountId,
      entry,
      generation,
      new Later({ rules, hasSecrets, texts }, operation, operation ? http.path : shownPath, response),
    );
  };
}

function isEmpty(query: object): boolean {
  for (const _ in query) return false;
  return true;
}

interface Rules {
  readonly sensitive: SensitiveNames;
  /** 0 if the request has no account. */
  readonly accountId: number;
}

interface Parts {
  readonly rules: Rules;
  readonly hasSecrets: ReturnType<typeof secretsIn>;
  readonly texts: RecentTexts;
}

/**
 * The response and the path, which are processed only if the entry is written, because most entries of a busy mock are dropped unread.
 * A class, because a closure would keep the whole request in memory.
 */
class Later implements DeferredFields {
  readonly length: number;
  readonly #parts: Parts;
  readonly #operation: Operation | undefined;
  readonly #path: string;
  readonly #isIncomplete: boolean;
  readonly #text: ReturnType<RecentTexts["add"]> | undefined;

  constructor(parts: Parts, operation: Operation | undefined, path: string, { text = "", body }: ContractResponse) {
    // Pages are not stored: their body is a string.
    const json = typeof body === "string" ? "" : text;
    this.#isIncomplete = json.length > maxResponseCharacters;
    this.#text = json === "" ? undefined : parts.texts.add(this.#isIncomplete ? json.slice(0, maxResponseCharacters) : json);
    this.#parts = parts;
    this.#operation = operation;
    this.#path = path;
    this.length = path.length + Math.min(json.length, maxResponseCharacters);
  }

  fields(): string {
    const { accountId } = this.#parts.rules;
    const path = this.#operation ? requestPath(this.#operation, this.#path, accountId) : this.#path;
    const response = this.#response();
    return `"requestPath":${JSON.stringify(path)}${response === undefined ? "" : `,"responseBody":${response}`}`;
  }

  /** Returns the text of the response unchanged if it has no secrets, which is faster than parsing it. */
  #response(): string | undefined {
    const { rules, hasSecrets, texts } = this.#parts;
    const text = this.#text && texts.read(this.#text);
    if (text === undefined) return undefined;
    const json = this.#isIncomplete ? withoutIncompleteValue(text) : text;
    return hasSecrets(json, rules.accountId) ? JSON.stringify(noteOf(JSON.parse(json), rules, anyShape)) : json;
  }
}

function shapeOfQuery({ parameters }: Operation): Shape {
  const names = new Set(parameters.filter(({ place }) => place === "query").map(({ name }) => name));
  return { ...anyShape, declares: (name) => names.has(name) };
}

/** Returns the query of the consent page without the app's `state`, which may be a secret. */
function pageQuery({ url: { pathname, searchParams } }: HttpRequest): Shape {
  if (pathname !== authorizePath) return { ...anyShape, declares: () => false };
  const decision = searchParams.get("decision");
  const isShown = (name: string) =>
    name === "decision" ? decision === "approve" || decision === "deny" : name !== "state" && shownParameters.has(name);
  return { ...anyShape, declares: isShown };
}

const shownParameters: ReadonlySet<string> = new Set([...authorizationParameters, "prompt", "response_type"]);

// Entries are limited in size, because people read them and a thousand are stored per account.
const maxCharacters = 16_000;
const maxResponseCharacters = 8_000;
const maxTextLength = 2_000;
const maxProblems = 20;
/** The estimated overhead of each value, such as brackets and commas. */
const charactersOfValue = 8;

function noteOf(value: unknown, { sensitive, accountId }: Rules, whole: Shape): unknown {
  let left = maxCharacters;
  return note(value, whole);

  function note(inner: unknown, shape: Shape): unknown {
    left -= charactersOfValue;
    if (typeof inner === "string") return cut(inner);
    if (Array.isArray(inner)) {
      const items: unknown[] = [];
      for (const item of inner) {
        if (left <= 0) break;
        items.push(note(item, shape.item()));
      }
      return items;
    }
    return isObject(inner) ? noteFields(inner, shape) : inner;
  }

  function noteFields(inner: JsonObject, shape: Shape): unknown {
    const fields: Record<string, unknown> = {};
    for (const name of Object.keys(inner)) {
      if (left <= 0) break;
      const value = inner[name];
      const isSecret = sensitive.has(name) && !isErrorCode(name, inner);
      const isShown = shape.declares(name) && !isSecret && (name !== "client_id" || isClientId(value));
      setField(fields, cut(name), isShown ? note(value, shape.field(name)) : redaction);
      if (!isShown) left -= redaction.length;
    }
    return fields;
  }

  function cut(text: string): string {
    const short = shortened(noteOfText(text, accountId), Math.min(maxTextLength, Math.max(left, 0)));
    left -= short.length;
    return short;
  }
}

/** Distinguishes the code of an error from an OAuth code, which ends with an account id. */
function isErrorCode(name: string, { code, message }: JsonObject): boolean {
  return name === "code" && typeof message === "string" && typeof code === "string" && /^[A-Za-z_]{1,100}$/.test(code);
}

function noteOfText(text: string, accountId: number): string {
  // A credential that begins in the shown part is inspected completely.
  return shortened(withoutCredentials(text.slice(0, maxTextLength + maxCredentialLength), accountId), maxTextLength);
}

function notedProblems(problems: readonly Problem[], accountId: number): JournalEntry["problems"] {
  if (problems.length === 0) return [];
  const firstProblems = problems.slice(0, maxProblems).map(({ in: place, code, message, received, accepted }) => ({
    in: noteOfText(place, accountId),
    code,
    message: noteOfText(message, accountId),
    ...(received === undefined ? {} : { received: noteOfText(received, accountId) }),
    ...(accepted ? { accepted } : {}),
  }));
  const others = problems.slice(maxProblems);
  if (others.length === 0) return firstProblems;
  const allAccepted = others.every(({ accepted }) => accepted);
  return [
    ...firstProblems,
    { in: "errors", code: "more", message: `${others.length} more problems`, ...(allAccepted ? { accepted: true } : {}) },
  ];
}
