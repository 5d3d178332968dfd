import { createHash } from "node:crypto";
import type { Document } from "../../openapi/document.ts";
import { type Problem, throwProblems } from "../../problems.ts";
import { runLinter } from "../lint/linter.ts";

interface Bundled {
  readonly document: object;
  readonly problems: readonly Problem[];
}

const firstFields = "openapi info jsonSchemaDialect servers security tags externalDocs paths webhooks components".split(" ");

/** Also sets `info.x-content-hash`, the SHA-256 hash of the rest of the document. Paths are relative to `folder`. */
export async function bundle(file: string, configuration: string, folder = "."): Promise<Document> {
  const { document, problems } = await runLinter<Bundled>("bundle", file, configuration, folder);
  throwProblems("bundle", problems);
  const rank = (key: string): number => (firstFields.includes(key) ? firstFields.indexOf(key) : firstFields.length);
  const members = Object.entries(document).toSorted(([one], [other]) => rank(one) - rank(other));
  return stamp(Object.fromEntries(members) as unknown as Document);
}

function stamp(document: Document): Document {
  const { "x-content-hash": _earlier, ...info } = document.info;
  return { ...document, info: { ...info, "x-content-hash": hashOf(document) } };
}

export function hashOf(document: Document): string {
  const { "x-content-hash": _own, ...info } = document.info;
  const hash = createHash("sha256")
    .update(JSON.stringify({ ...document, info }))
    .digest("hex");
  return `sha256-${hash}`;
}
