export interface Page {
  readonly file: string;
  readonly title: string;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly Page[];
}

const guide = (name: string, title: string): Page => ({ file: `${name}.html`, title });

/** The groups are in reading order. A guide `name.html` is rendered from `spec/guides/name.md`. */
export const groups: readonly PageGroup[] = [
  {
    title: "Introduction",
    pages: [
      { file: "index.html", title: "Overview" },
      guide("getting-started", "Getting started"),
      { file: "api.html", title: "All operations" },
    ],
  },
  {
    title: "Concepts",
    pages: [
      guide("authentication", "Authentication"),
      guide("errors", "Errors"),
      guide("limits", "Limits"),
      guide("pagination", "Pagination"),
      guide("batches", "Batches"),
      guide("fetch-libraries", "Libraries that use fetch"),
    ],
  },
  {
    title: "Area guides",
    pages: [
      guide("records", "Records"),
      guide("properties", "Built-in properties"),
      guide("custom-objects", "Custom objects"),
      guide("lists", "Lists"),
      guide("associations", "Associations"),
      guide("transactional-email", "Transactional email"),
      guide("custom-events", "Custom events"),
      guide("webhooks", "Webhooks"),
      guide("content", "Pages and domains"),
    ],
  },
  {
    title: "Mock",
    pages: [
      guide("test-runners", "Test runners"),
      guide("accounts", "Accounts and seeds"),
      guide("clock", "Clock"),
      guide("faults", "Faults"),
      guide("journal", "Journal and outbox"),
      guide("consent", "Consent and OAuth debugger"),
      guide("existing-programs", "Run an existing program"),
      guide("control-api", "Control API"),
      guide("contract", "Contract checks"),
      guide("examples", "Responses from the examples"),
      guide("proxy", "Proxy"),
      guide("hosting", "Hosting"),
    ],
  },
  {
    title: "Versions and fidelity",
    pages: [guide("versioning", "Versions"), guide("deprecations", "Deprecations"), guide("fidelity", "Fidelity")],
  },
];

export const pages: readonly Page[] = groups.flatMap((group) => group.pages);

export const guides: readonly Page[] = pages.filter(({ file }) => file !== "index.html" && file !== "api.html");

/** Skips the API page, which has a separate navigation. */
export function neighbors(file: string): { readonly previous: Page | undefined; readonly next: Page | undefined } {
  const chain = pages.filter((page) => page.file !== "api.html");
  const index = chain.findIndex((page) => page.file === file);
  return { previous: chain[index - 1], next: chain[index + 1] };
}
