import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OpenApiDocument, versionsIn } from "@crm-platform/mock/contract";
import { behaviors, scopes, sunsetInterfaces } from "@crm-platform/types";
import { changelog } from "./changelog.ts";
import type { AreaFacts, Facts } from "./facts.ts";
import { code, prose, table, withLinks } from "./markdown.ts";
import { operationPage } from "./operation.ts";
import { type Page, pages } from "./pages.ts";
import { codeSamples } from "./samples.ts";
import { propertyPage } from "./tables/builtIn.ts";
import { errorIndex } from "./tables/errors.ts";
import { fidelityAreas, fidelityPage } from "./tables/fidelity.ts";
import { scopesTable } from "./tables/scopes.ts";
import { tables } from "./tables/tables.ts";

/** The pages of the site as Markdown, by path. Links between pages begin with `/`, or are relative, and end in `.md`. */
export type Contents = ReadonlyMap<string, string>;

export async function makeContents(root: string, facts: Facts): Promise<Contents> {
  const samples = await codeSamples(root);
  const guides = pages.filter(({ isGuide }) => isGuide);
  return new Map<string, string>([
    ...(await Promise.all(guides.map(async (page) => [page.file, await guideOf(root, facts, page)] as const))),
    ["index.md", landing(facts)],
    ["scopes.md", scopesPage(facts)],
    ["error-index.md", errorIndexPage(facts)],
    ["operations/index.md", allOperations(facts)],
    ["changelog.md", withHeader({ outline: 2 }, await changelog(root))],
    ["downloads.md", downloadsPage(facts)],
    ...facts.areas.map((area) => [`operations/${area.name}/index.md`, areaPage(area)] as const),
    ...facts.operations.map((operation) => {
      const page = operationPage(facts, operation, samples.get(operation.id) ?? []);
      const { id, method, path, versions } = operation;
      // A search for a path replaces its ids and object types in the same way.
      const paths = [path, ...versions.map((version) => version.path)].map((one) => one.replaceAll(/\{\w+\}/g, "0"));
      const search = [id, method, ...new Set(paths)].join(" ");
      return [
        `${operation.href.slice(1)}`,
        withHeader(
          { aside: false, pageClass: "operation", description: plain(operation.description), redoc: anchorOf(operation.id), search },
          page,
        ),
      ] as const;
    }),
    ...[...facts.builtIn.keys()].map((type) => [`properties/${type}.md`, withHeader({ aside: false }, propertyPage(facts, type))] as const),
    ...fidelityAreas(facts).map((area) => [`fidelity/${area.name}.md`, withHeader({ aside: false }, fidelityPage(facts, area))] as const),
  ]);
}

function withHeader(fields: Readonly<Record<string, unknown>>, markdown: string): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ["---", ...lines, "---", "", markdown, ""].join("\n");
}

/** @throws Error for an unknown table */
async function guideOf(root: string, facts: Facts, { file }: Page): Promise<string> {
  const markdown = await readFile(join(root, "spec/guides", file), "utf8");
  const text = withLinks(markdown)
    .replaceAll("](../openapi.yaml)", "](/operations/index.md)")
    .replaceAll(/^<!-- table: ([\w-]+) -->$/gm, (_, name: string) => {
      const makeTable = tables[name];
      if (makeTable === undefined) throw new Error(`Unknown table in spec/guides/${file}: ${name}.`);
      return makeTable(facts);
    });
  const [, summary = ""] = /^# .*\n\n(.+)$/m.exec(markdown) ?? [];
  const search = file === "deprecations.md" ? sunsetInterfaces.map(({ name }) => name).join(" ") : "";
  return withHeader({ description: plain(summary), search }, text);
}

function scopesPage(facts: Facts): string {
  const text = ["# Scopes", "What each scope allows, and which operations require it.", scopesTable(facts)].join("\n\n");
  return withHeader({ search: Object.keys(scopes).join(" ") }, text);
}

function errorIndexPage(facts: Facts): string {
  return [
    "# Error index",
    "Every category of errors, with its status, its meaning, the operations that return it, and what to do. [Errors](/errors.md) explains the error object, and lists the errors of the OAuth operations.",
    errorIndex(facts),
  ].join("\n\n");
}

function downloadsPage({ document }: Facts): string {
  const rows = versionsIn(document as unknown as OpenApiDocument).map((version) => ({
    cells: [version, fileLink(`openapi/${version}.json`), `the interfaces that have version ${version}`],
  }));
  return [
    "# OpenAPI documents",
    "The API as OpenAPI 3.1 documents. A running mock also serves them, with its own address: `GET /openapi.json`, and `GET /openapi.json?version=v3`.",
    table({
      head: ["Version", "File", "Contents"],
      rows: [{ cells: ["all", fileLink("openapi.json"), "the described version of each interface"] }, ...rows],
    }),
    `The text of this site is also available to programs: ${fileLink("llms.txt")} lists all pages as Markdown, and ${fileLink("llms-full.txt")} contains them.`,
  ].join("\n\n");
}

/** A link to a file that is not a page of the site. */
function fileLink(file: string): string {
  return `<a href="./${file}" target="_self">${file}</a>`;
}

function areaPage({ title, description, operations, name }: AreaFacts): string {
  return [`# ${title}`, prose(description), operationsTable(operations), `[Fidelity of this area](/fidelity/${name}.md)`].join("\n\n");
}

function operationsTable(operations: AreaFacts["operations"]): string {
  const rows = operations.map(({ id, href, summary, method, path, deprecated }) => ({
    cells: [`[${summary}](${href})${deprecated ? " (deprecated)" : ""}`, code(`${method} ${path}`), code(id)],
  }));
  return table({ head: ["Operation", "Request", "Client"], rows });
}

function allOperations({ areas, operations }: Facts): string {
  const sections = areas.flatMap(({ title, href, description, operations: own }) => [
    `## [${title}](${href})`,
    prose(description),
    operationsTable(own),
  ]);
  const intro = `The ${operations.length} operations of the API, by area.`;
  return withHeader({ outline: false, aside: false }, ["# All operations", intro, ...sections].join("\n\n"));
}

function landing({ areas, operations, document }: Facts): string {
  const { summary = "", version } = document.info;
  const hero = {
    name: "CRM Platform",
    text: "API reference",
    tagline: summary,
    actions: [
      { theme: "brand", text: "Get started", link: "/getting-started" },
      { theme: "alt", text: "All operations", link: "/operations/" },
    ],
  };
  const features = [
    {
      title: `${operations.length} operations`,
      details: `In ${areas.length} areas, with samples in curl and TypeScript.`,
      link: "/operations/",
    },
    { title: `${behaviors.length} rules of behavior`, details: "Each has a grade of evidence and a test.", link: "/fidelity" },
    { title: `Version ${version}`, details: "The versions of each interface, and how to migrate.", link: "/versioning" },
  ];
  const rows = areas.map(({ title, href, description, operations: own }) => ({
    cells: [`[${title}](${href})`, prose(description), `${own.length}`],
  }));
  return withHeader({ layout: "home", hero, features }, `## Areas\n\n${table({ head: ["Area", "What it does", "Operations"], rows })}`);
}

/** Redoc builds the fragment from the tag and the operationId, for example `#/meetings/meetings.batchread`. */
function anchorOf(operationId: string): string {
  const [area] = operationId.split(".");
  return `#/${area}/${operationId}`.toLowerCase();
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*]/g, "$1")
    .replaceAll(/\s+/g, " ")
    .slice(0, 300);
}
