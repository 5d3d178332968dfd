import { bundle } from "../../bundle/bundle.ts";
import type { Document } from "../../bundle/document.ts";
import { diffContracts } from "../../diff/contractDiff.ts";
import { markdownGroups } from "../../diff/report.ts";
import { repository } from "../../repository.ts";
import type { Design } from "./design.ts";
import { type Files, kebab } from "./files.ts";

/**
 * The changeset of a new operation: the level that the gate asks for, what people say of it, and what `pnpm run change` would say, so that
 * it need not say it again.
 * @param document the bundle with the operation in it
 */
export async function changesetOf({ area, name, change }: Design, document: Document): Promise<Files> {
  const platform = await bundle(repository.document, repository.configuration);
  const base = { name: "the spec as it is", platform, control: undefined };
  // The list of accepted breaks is about the last release, and this is not compared with it.
  const { documents } = await diffContracts(base, { name: "the spec with the operation", platform: document, control: undefined }, false);
  const changesets = documents.map(({ packages, level, findings }) => {
    const front = packages.map((one) => `"${one}": ${level}`).join("\n");
    return `---\n${front}\n---\n\n${change}\n\n${markdownGroups(findings).join("\n")}\n`;
  });
  return new Map([[`.changeset/${kebab(area)}-${kebab(name)}.md`, changesets[0]]]);
}
