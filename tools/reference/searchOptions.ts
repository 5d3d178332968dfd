import type { Options } from "minisearch";

/** Separates the text of a section from its search words. */
export const wordsMark = "¦";

/**
 * The options of the index and of the search box. VitePress copies the source of these functions into the page, so they cannot refer to
 * anything outside of themselves.
 */
export const searchOptions: Options = {
  fields: ["title", "titles", "text", "words"],
  extractField: (section, field) => {
    const [text = "", words = ""] = String(section.text).split("¦");
    return { ...section, text, words }[field];
  },
  // Indexes `meetings.batchRead` as a whole and as separate words.
  tokenize: (text) =>
    [/\s+/, /[\s/.,:;·_(){}"'`-]+/, /[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/].flatMap((separator) =>
      text.split(separator).filter((word) => word !== ""),
    ),
  processTerm: (term) => {
    const word = term.toLowerCase().replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
    const stopWords =
      "a an and are as at be by do does for from has have how i in is it its my of on one or our so that the their them there this to was what when which with";
    return word === "" || ` ${stopWords} `.includes(` ${word} `) ? null : word;
  },
};

export const searchBoxOptions: NonNullable<Options["searchOptions"]> = {
  // The index has `0` in place of the parameters of a path. Every segment after the second can be the value of a parameter.
  tokenize: (text) =>
    // Names of properties are often labels without spaces.
    [text.replaceAll(/\s+/g, ""), ...text.split(/\s+/)].slice(/[/\s]./.test(text.trim()) && !text.includes("/") ? 0 : 1).flatMap((word) => {
      const [, path = ""] = /^(?:https?:\/\/[^/]+)?\/([^?#]+)/.exec(word) ?? [];
      const [first = "", ...segments] = path.split("/").filter((segment) => segment !== "");
      if (first === "")
        return [/\s+/, /[\s/.,:;·_(){}"'`-]+/, /[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/].flatMap((separator) => word.split(separator));
      return segments
        .slice(0, 10)
        .reduce(
          (paths, segment, index) =>
            paths.flatMap((one) => [...(/^\{/.test(segment) ? [] : [`${one}/${segment}`]), ...(index === 0 ? [] : [`${one}/0`])]),
          [first],
        );
    }),
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 && /^\w[a-z]+$/.test(term) ? 0.2 : false),
  // A path, an operation id or a name says more as a whole than its words.
  boostTerm: (term, index, terms) => {
    if (index === 0 && terms.length > 1 && terms.slice(1).join("").includes(term)) return 0.1;
    if (term.includes("/")) return 1 / (1 + term.split("/0").length);
    return terms.some((one) => /[/_.]/.test(one)) && !/[/_.]/.test(term) ? 0.02 : 1;
  },
  boost: { title: 4, titles: 1, text: 1, words: 8 },
  // Older interfaces and long lists match many words, but are rarely the page that a reader needs.
  boostDocument: (id, term) => {
    if (/^\/(fidelity\/|changelog|authentication\.html#scopes)|#(from-v|from-2025|deprecated-operations|facts-and-rules)/.test(id))
      return 0.2;
    if (/^\/operations\/(legacy|\w+V[123])\b/.test(id)) return term.includes("/") ? 0.5 : 0.3;
    if (id.startsWith("/properties/")) {
      if (!id.endsWith(`#${term}`)) return 0.2;
      if (id.startsWith("/properties/contacts")) return 4;
      return /^\/properties\/(companies|deals|tickets)\b/.test(id) ? 3 : 1;
    }
    if (id.startsWith("/scopes") && !/^scope|[._]/.test(term)) return 0.2;
    // Several operations share a path; reading is what most readers look for.
    if (term.includes("/") && /\/(get|list)\w*\.html/.test(id)) return 1.3;
    if (/^\/operations\/(records\/|properties\/create\.)/.test(id) && !term.includes("/")) return id.includes("/records/") ? 1.3 : 1.8;
    return id.startsWith("/operations/") ? 1 : 1.5;
  },
};

/** Words that readers search for, and that the page does not contain, by page. */
export const synonyms: Readonly<Record<string, string>> = {
  "getting-started.md": "install npm install set up quick start tutorial",
  "limits.md": "rate limit throttling quota 429 too many requests search limit maximum",
  "errors.md": "backoff retry retries exponential jitter idempotency key idempotent",
  "consent.md": "consent page consent screen approve authorize debugger",
  "authentication.md": "refresh token access token install URL PKCE login sign in OAuth app",
  "associations.md": "association labels association types associate contact with company associate deal with contact link records",
  "batches.md": "207 multi-status partial failure bulk",
  "pagination.md": "paging cursor after next page all records iterate",
  "custom-objects.md": "custom objects object types",
  "lists.md": "segments static dynamic list membership",
  "webhooks.md": "webhook retries retry webhook delivery timeout subscriptions signature events notifications",
  "faults.md": "lost response dropped connection timeout failure chaos error injection",
  "clock.md": "freeze time travel advance date expire",
  "versioning.md": "migration migrate upgrade replaces replacement end date",
  "test-runners.md": "vitest jest msw playwright unit tests",
  "scopes.md": "permissions scope scopes",
  "operations/owners/list.md": "owner owners users assign",
  "operations/properties/create.md": "create property new property",
  "operations/records/create.md":
    "create contact create company create deal create ticket create task create lead create product create quote create line item create meeting create call create task create note add insert new",
  "operations/records/update.md": "update contact update company update deal change edit",
  "operations/records/get.md": "get contact get company get deal by email id",
  "operations/records/list.md": "list contacts list companies list deals list tickets list all",
  "operations/records/search.md": "find contact by email find deal search filter query lookup",
  "operations/records/archive.md": "delete contact delete company delete deal remove",
  "operations/records/batchUpsert.md": "create or update upsert contact",
  "downloads.md": "redoc openapi document json yaml swagger specification download",
};
