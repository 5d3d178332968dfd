/** Used by `changeset version` (see `.changeset/config.json`). Updated dependencies are omitted: all packages have the same version. */
const changelog = {
  getReleaseLine: ({ summary }: { readonly summary: string }): string => `\n${summary.trim()}\n`,
  getDependencyReleaseLine: (): string => "",
};

export default changelog;

/** Renames the section "Minor Changes" if it contains breaking changes, which are minor before 1.0.0. */
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
