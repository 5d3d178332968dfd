import { isObject, type OpenApiDocument } from "../contract/document.ts";
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
  const sensitive = sensitiveNames(document);
  const mask = pathMask(document, operations);
  return ({ http, operation, request, accountId, now = wallClock(), problems = [], fault }, answer: Answer) => {
    const body = request?.body;
    journal.append(accountId ?? 0, {
      accountId: accountId ?? null,
      at: now,
      operationId: operation?.operationId ?? null,
      method: http.method,
      path: operation?.path ?? mask(http.url.pathname),
      query: operation ? (withoutSecrets(request?.query ?? {}, sensitive) as Record<string, unknown>) : {},
      ...(body === undefined ? {} : { body: withoutSecrets(body, sensitive) }),
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

function withoutSecrets(value: unknown, sensitive: SensitiveNames): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, sensitive));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, sensitive.has(name) ? redacted : withoutSecrets(inner, sensitive)]),
  );
}
