import type { Document, Json, Operation } from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import { listOperations } from "../../pipeline/model/sources.ts";
import type { Aligned } from "../documents/align.ts";
import { isSame, listOf, mapOf, memberOf } from "../json.ts";
import { compareContent } from "./bodies.ts";
import { adds, at, breaks, type Difference, reads, type Steps } from "./finding.ts";
import { compareNamed } from "./named.ts";
import { compareHeader } from "./parameters.ts";
import { compareTexts, deprecationVerdict } from "./texts.ts";

/** A receiver reads the body and the headers of a webhook, so they are judged like those of a response. */
export function compareWebhooks(aligned: Aligned): Difference[] {
  return compareNamed(webhooksOf(aligned.before), webhooksOf(aligned.after), {
    steps: (id) => ["webhook", id],
    added: ({ summary }, id) => adds("webhook-added", `The webhook was added: ${summary ?? id}.`),
    removed: () =>
      breaks(
        "webhook-removed",
        "The webhook was removed. Receivers no longer get requests, and code that uses its types no longer compiles.",
      ),
    changed: (old, now, steps) => compareWebhook(old, now, steps, aligned),
  });
}

function webhooksOf(document: Document): Map<string, Operation> {
  return new Map(listOperations(document, "webhooks").map(({ id, operation }) => [id, operation]));
}

function compareWebhook(old: Operation, now: Operation, steps: Steps, documents: Aligned): Difference[] {
  const [body, bodyNow] = [resolve(documents.before, bodyOf(old)), resolve(documents.after, bodyOf(now))];
  const bodySteps: Steps = [...steps, "requestBody"];
  const others = ["responses", "security", "servers", "tags", "x-companion"].filter(
    (member) => !isSame(memberOf(old, member), memberOf(now, member)),
  );
  return [
    ...at(
      steps,
      deprecationVerdict(old.deprecated, now.deprecated),
      others.length === 0 ? undefined : reads("webhook-changed", `The ${others.join(" and ")} changed.`),
    ),
    ...compareTexts(old, now, steps),
    ...compareTexts(body, bodyNow, bodySteps),
    ...compareContent(body, bodyNow, bodySteps, "response", documents),
    ...at(bodySteps, isSame(examplesOf(body), examplesOf(bodyNow)) ? undefined : reads("example-changed", "The examples changed.")),
    ...compareNamed(headersOf(old, documents.before), headersOf(now, documents.after), {
      steps: (name) => [...steps, "headers", name],
      added: () => adds("header-added", "The header was added."),
      removed: () => breaks("header-removed", "The header was removed."),
      changed: (one, other, place) => compareHeader(one, other, place, documents),
    }),
  ];
}

function bodyOf({ requestBody }: Operation): Json | undefined {
  return requestBody as Json | undefined;
}

function examplesOf(body: Json | undefined): readonly Json[] {
  return [...mapOf(memberOf(body, "content")).values()].flatMap((mediaType) => memberOf(mediaType, "examples") ?? []);
}

function headersOf({ parameters }: Operation, document: Document): Map<string, Json> {
  const resolved = listOf(parameters as unknown as Json).flatMap((parameter) => resolve(document, parameter) ?? []);
  return new Map(resolved.map((parameter) => [String(memberOf(parameter, "name")), parameter]));
}
