import { isObject, type OpenApiDocument } from "../contract/document.ts";
import { shortened } from "../contract/fields.ts";
import { pathMask } from "../contract/knownPath.ts";
import type { Answer } from "../contract/message.ts";
import type { Operation } from "../contract/operations.ts";
import { type SensitiveNames, sensitiveNames } from "../contract/sensitive.ts";
import type { OnServed } from "../front/visit.ts";
import type { Journal } from "../store/store.ts";
import type { WallClock } from "./clock.ts";

const redacted = "[redacted]";

/** Writes down what came and what was answered, without secrets: no token, no password, no header. */
export function keepJournal(journal: Journal, document: OpenApiDocument, operations: readonly Operation[], wallClock: WallClock): OnServed {
  // Reads the whole document, so not before something came.
  let sensitive: SensitiveNames | undefined;
  const mask = pathMask(document, operations);
  return ({ http, operation, request, accountId, now = wallClock(), problems = [], fault }, answer: Answer) => {
    sensitive ??= sensitiveNames(document);
    const body = request?.body;
    journal.append(accountId ?? 0, {
      accountId: accountId ?? null,
      at: now,
      operationId: operation?.operationId ?? null,
      method: http.method,
      path: operation?.path ?? mask(http.url.pathname),
      query: operation ? (noted(request?.query ?? {}, sensitive) as Record<string, unknown>) : {},
      ...(body === undefined ? {} : { body: noted(body, sensitive) }),
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
}

// An entry is for people to look at, and a thousand of them are kept in memory.
const mostValues = 2_000;
const longestText = 2_000;

/** A copy of what came, secrets left out, and no more of it than people look at. */
function noted(value: unknown, sensitive: SensitiveNames): unknown {
  let left = mostValues;
  return note(value);

  function note(inner: unknown): unknown {
    left -= 1;
    if (typeof inner === "string") return shortened(inner, longestText);
    if (Array.isArray(inner)) return kept(inner).map(note);
    if (!isObject(inner)) return inner;
    return Object.fromEntries(
      kept(Object.entries(inner)).map(([name, field]) => [shortened(name, longestText), sensitive.has(name) ? redacted : note(field)]),
    );
  }

  function kept<Item>(items: readonly Item[]): readonly Item[] {
    return items.length <= left ? items : items.slice(0, Math.max(left, 0));
  }
}
