/**
 * How `changeset version` writes a changelog (`.changeset/config.json` names this file): the text of each changeset as it is. The
 * packages move together, so the versions that they depend on say nothing, and git knows the commits.
 */
const changelog = {
  getReleaseLine: ({ summary }: { readonly summary: string }): string => `\n${summary.trim()}\n`,
  getDependencyReleaseLine: (): string => "",
};

export default changelog;

/** A changelog in which the changes of a version are called breaking where they are: before 1.0.0 a break is a minor change. */
export function nameBreakingChanges(text: string, version: string): string {
  const [before = "", after] = text.split(`\n## ${version}\n`);
  if (after === undefined) return text;
  const [own = "", ...older] = after.split(/^(?=## )/m);
  const sections = own.split(/^(?=### )/m);
  const named = sections.map((section) =>
    section.includes("\n  - **breaks**: ") ? section.replace(/^### Minor Changes$/m, "### Breaking Changes") : section,
  );
  return `${before}\n## ${version}\n${[...named, ...older].join("")}`;
}
