export interface Page {
  readonly file: string;
  readonly title: string;
  /** A guide is `spec/guides/<file>`. Other pages are generated. */
  readonly isGuide: boolean;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly Page[];
}

const guide = (name: string, title: string): Page => ({ file: `${name}.md`, title, isGuide: true });
const generated = (name: string, title: string): Page => ({ file: `${name}.md`, title, isGuide: false });

/** The sidebar, in reading order. */
export const groups: readonly PageGroup[] = [
  {
    title: "Introduction",
    pages: [generated("index", "Overview"), guide("getting-started", "Getting started")],
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
      guide("explore", "Explore faults"),
      guide("journal", "Journal and outbox"),
      guide("consent", "Consent and OAuth debugger"),
      guide("existing-programs", "Run an existing program"),
      guide("agents", "Agents"),
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
  {
    title: "Reference",
    pages: [
      generated("operations/index", "All operations"),
      generated("error-index", "Error index"),
      generated("scopes", "Scopes"),
      generated("downloads", "OpenAPI documents"),
      generated("changelog", "Changelog"),
    ],
  },
];

export const pages: readonly Page[] = groups.flatMap((group) => group.pages);
