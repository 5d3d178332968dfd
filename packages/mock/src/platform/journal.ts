import type { Problem } from "../contract/message.ts";
import { isObject, type JsonObject, type OpenApiDocument, setField } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { type SensitiveNames, sensitiveNames } from "../contract/openapi/sensitive.ts";
import { anyShape, type Shape, shapeOf } from "../contract/openapi/shape.ts";
import { shortened } from "../contract/problems/fields.ts";
import { grouped } from "../http/grouped.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import type { OnServed } from "../http/serve.ts";
import type { Journal, JournalEntry } from "../store/journal/journal.ts";
import type { WallClock } from "./clock.ts";
import { authorizePath } from "./consent/authorizePage.ts";
import { authorizationParameters } from "./consent/authorizeRequest.ts";

const redacted = "[redacted]";

/** Omits tokens, passwords and headers. Undeclared fields may be secrets, so only their names are stored. */
export function keepJournal(journal: Journal, document: OpenApiDocument, wallClock: WallClock): OnServed {
  const shapes = new Map<Operation, Shapes>();
  return (served, response) => {
    const { http, operation, shownPath, request, accountId = 0, generation = 0, now = wallClock(), problems, fault, durationMs } = served;
    const sensitive = sensitiveNames(document);
    const body = request?.body;
    const shape = operation && shapesOf(operation);
    const entry: JournalEntry = {
      accountId: accountId === 0 ? null : accountId,
      at: now,
      respondedAt: wallClock(),
      operationId: operation?.operationId ?? null,
      method: http.method,
      path: shownPath,
      query: noted(request?.query ?? grouped(http.url.searchParams), sensitive, shape?.query ?? pageQuery(http)) as JsonObject,
      body: body === undefined ? undefined : noted(body, sensitive, shape?.body ?? anyShape),
      status: response.status,
      durationMs: Math.round(10 * durationMs) / 10,
      problems: notedProblems(problems),
      fault,
    };
    journal.append(accountId, entry, generation);
  };

  function shapesOf(operation: Operation): Shapes {
    const known = shapes.get(operation);
    if (known) return known;
    const read = { query: queryShape(operation), body: shapeOf(document, operation.body?.schema) };
    shapes.set(operation, read);
    return read;
  }
}

interface Shapes {
  readonly query: Shape;
  readonly body: Shape;
}

function queryShape({ parameters }: Operation): Shape {
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
const maxTextLength = 2_000;
const maxProblems = 20;
/** The estimated overhead of each value, such as brackets and commas. */
const charactersOfValue = 8;

function noted(value: unknown, sensitive: SensitiveNames, whole: Shape): unknown {
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
      const isShown = shape.declares(name) && !sensitive.has(name);
      setField(fields, cut(name), isShown ? note(inner[name], shape.field(name)) : redacted);
      if (!isShown) left -= redacted.length;
    }
    return fields;
  }

  function cut(text: string): string {
    const short = shortened(text, Math.min(maxTextLength, Math.max(left, 0)));
    left -= short.length;
    return short;
  }
}

function notedProblems(problems: readonly Problem[]): JournalEntry["problems"] {
  const listed = problems.slice(0, maxProblems).map(({ in: place, code, message, received, accepted }) => ({
    in: place,
    code,
    message,
    ...(received === undefined ? {} : { received }),
    ...(accepted ? { accepted } : {}),
  }));
  const others = problems.slice(maxProblems);
  if (others.length === 0) return listed;
  const allAccepted = others.every(({ accepted }) => accepted);
  return [...listed, { in: "errors", code: "more", message: `${others.length} more problems`, ...(allAccepted ? { accepted: true } : {}) }];
}
