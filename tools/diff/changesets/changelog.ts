/**
 * How `changeset version` writes a changelog (`.changeset/config.json` names this file): the text of each changeset as it was
 * written; `changelogText.ts` joins them afterwards. The packages move together, so which versions they depend on says nothing; which commit it was, git knows.
 */
const changelog = {
  getReleaseLine: ({ summary }: { readonly summary: string }): string => `\n${summary.trim()}\n`,
  getDependencyReleaseLine: (): string => "",
};

export default changelog;
