import { isObject, type OpenApiDocument } from "../contract/document.ts";
import { shortened } from "../contract/fields.ts";
import { pathMask } from "../contract/knownPath.ts";
import type { Answer } from "../contract/message.ts";
import type { Operation } from "../contract/operations.ts";
import { type SensitiveNames, sensitiveNames } from "../contract/sensitive.ts";
import { anyShape, type Shape, shapeOf } from "../contract/shape.ts";
import type { OnServed } from "../front/visit.ts";
import type { Journal } from "../store/store.ts";
import type { WallClock } from "./clock.ts";

const redacted = "[redacted]";

/**
 * Writes down what came and what was answered, without secrets: no token, no password, no header. What the document does not
 * declare may be a secret, too: of that it has the name only.
 */
export function keepJournal(journal: Journal, document: OpenApiDocument, operations: readonly Operation[], wallClock: WallClock): OnServed {
  // Reads the whole document, so not before something came.
  let sensitive: SensitiveNames | undefined;
  const mask = pathMask(document, operations);
  const shapes = new Map<Operation, Shapes>();
  return ({ http, operation, request, accountId, now = wallClock(), problems = [], fault }, answer: Answer) => {
    sensitive ??= sensitiveNames(document);
    const body = request?.body;
    const shape = operation && shapesOf(operation);
    journal.append(accountId ?? 0, {
      accountId: accountId ?? null,
      at: now,
      operationId: operation?.operationId ?? null,
      method: http.method,
      path: operation?.path ?? mask(http.url.pathname),
      query: shape ? (noted(request?.query ?? {}, sensitive, shape.query) as Record<string, unknown>) : {},
      ...(body === undefined ? {} : { body: noted(body, sensitive, shape?.body ?? anyShape) }),
      status: answer.status,
      problems: problems.map(({ in: place, code, message, received }) => ({
        in: place,
        code,
        message,
        ...(received === undefined ? {} : { received }),
      })),
      ...(fault === undefined ? {} : { fault }),
    });
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

// An entry is for people to look at, and a thousand of them are kept in memory.
const mostValues = 2_000;
const longestText = 2_000;

/** A copy of what came, secrets left out, and no more of it than people look at. */
function noted(value: unknown, sensitive: SensitiveNames, whole: Shape): unknown {
  let left = mostValues;
  return note(value, whole);

  function note(inner: unknown, shape: Shape): unknown {
    left -= 1;
    if (typeof inner === "string") return shortened(inner, longestText);
    if (Array.isArray(inner)) return kept(inner).map((item) => note(item, shape.item()));
    if (!isObject(inner)) return inner;
    return Object.fromEntries(
      kept(Object.entries(inner)).map(([name, field]) => {
        const isTold = shape.declares(name) && !sensitive.has(name);
        return [shortened(name, longestText), isTold ? note(field, shape.field(name)) : redacted];
      }),
    );
  }

  function kept<Item>(items: readonly Item[]): readonly Item[] {
    return items.length <= left ? items : items.slice(0, Math.max(left, 0));
  }
}
