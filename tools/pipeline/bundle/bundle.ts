import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document } from "../../openapi/document.ts";
import { ProblemsError } from "../../problems.ts";
import { redocly } from "../lint/redocly.ts";
import { complete } from "./complete.ts";

/**
 * Joins the files of a description into one document and sets `info.x-content-hash`, the SHA-256 of everything else.
 * @param folder the folder that both paths are relative to
 */
export async function bundle(file: string, configuration: string, folder = "."): Promise<Document> {
  const temporary = await mkdtemp(join(tmpdir(), "crm-platform-bundle-"));
  try {
    const output = join(temporary, "openapi.json");
    const { ok, stderr } = await redocly(["bundle", file, "--config", configuration, "--output", output], folder);
    if (!ok) throw new ProblemsError("bundle", [{ file, pointer: "#/", message: stderr.trim() }]);
    return stamp(complete(JSON.parse(await readFile(output, "utf8")) as Document));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function stamp(document: Document): Document {
  const { "x-content-hash": _earlier, ...info } = document.info;
  return { ...document, info: { ...info, "x-content-hash": hashOf(document) } };
}

/** Computes the `info.x-content-hash` of a document. */
export function hashOf(document: Document): string {
  const { "x-content-hash": _own, ...info } = document.info;
  const hash = createHash("sha256")
    .update(JSON.stringify({ ...document, info }))
    .digest("hex");
  return `sha256-${hash}`;
}
