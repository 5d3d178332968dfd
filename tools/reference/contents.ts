import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OpenApiDocument, versionsIn } from "@crm-platform/mock/contract";
import { behaviors, scopes, sunsetInterfaces } from "@crm-platform/types";
import { changelog } from "./changelog.ts";
import { errorIndex } from "./errors.ts";
import type { AreaFacts, Facts, OperationFacts } from "./facts.ts";
import { fidelityAreas, fidelityPage } from "./fidelity.ts";
import { type Contents, code, prose, table, withLinks } from "./markdown.ts";
import { groups } from "./navigation.ts";
import { operationPage, samplesOf } from "./operation.ts";
import { propertyPage } from "./properties.ts";
import { tables } from "./tables.ts";
import { tryItOperation } from "./tryIt/makeOperation.ts";

export async function makeContents(root: string, facts: Facts): Promise<Contents> {
  const generated: Readonly<Record<string, string>> = {
    index: await landing(root, facts),
    "operations/index": allOperations(facts),
    "error-index": errorIndexPage(facts),
    scopes: scopesPage(facts),
    downloads: downloadsPage(facts),
    changelog: withHeader({ outline: 2 }, await changelog(root)),
  };
  const main = Object.values(groups).flat();
  return new Map<string, string>([
    ...(await Promise.all(main.map(async (name) => [`${name}.md`, generated[name] ?? (await guideOf(root, facts, name))] as const))),
    ...facts.areas.map((area) => [`operations/${area.name}/index.md`, areaPage(area)] as const),
    ...(await Promise.all(
      facts.operations.map(async (operation) => [operation.href.slice(1), await pageOf(root, facts, operation)] as const),
    )),
    ...[...facts.builtIn.keys()].map(
      (type) => [`properties/${type}.md`, withHeader({ aside: false, pageClass: "rows" }, propertyPage(facts, type))] as const,
    ),
    ...fidelityAreas(facts).map(
      (area) => [`fidelity/${area.name}.md`, withHeader({ aside: false, pageClass: "rows" }, fidelityPage(facts, area))] as const,
    ),
  ]);
}

async function pageOf(root: string, facts: Facts, operation: OperationFacts): Promise<string> {
  const { id, method, path, description, versions } = operation;
  // A search for a path replaces its ids and object types in the same way.
  const paths = [path, ...versions.map((version) => version.path)].map((one) => one.replaceAll(/\{\w+\}/g, "0"));
  const fields = {
    aside: false,
    pageClass: "operation",
    description: plain(description),
    search: [id, method, ...new Set(paths)].join(" "),
  };
  return withHeader(
    { ...fields, redoc: anchorOf(id), tryIt: tryItOperation(facts, operation) },
    operationPage(facts, operation, await samplesOf(root, operation)),
  );
}

function withHeader(fields: Readonly<Record<string, unknown>>, markdown: string): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ["---", ...lines, "---", "", markdown, ""].join("\n");
}

/** @throws Error for an unknown table */
async function guideOf(root: string, facts: Facts, name: string): Promise<string> {
  const markdown = await readFile(join(root, `spec/guides/${name}.md`), "utf8");
  const text = withLinks(markdown)
    .replaceAll("](../openapi.yaml)", "](/operations/index.md)")
    .replaceAll(/^<!-- table: ([\w-]+) -->$/gm, (_, tableName: string) => {
      const makeTable = tables[tableName];
      if (makeTable === undefined) throw new Error(`Unknown table in spec/guides/${name}.md: ${tableName}.`);
      return makeTable(facts);
    });
  const [, summary = ""] = /^# .*\n\n(.+)$/m.exec(markdown) ?? [];
  const search = name === "deprecations" ? sunsetInterfaces.map(({ name }) => name).join(" ") : "";
  return withHeader({ description: plain(summary), search }, text);
}

function scopesPage(facts: Facts): string {
  const text = ["# Scopes", "What each scope allows, and which operations require it.", tables["scopes"]?.(facts)].join("\n\n");
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
  const versions = versionsIn(document as unknown as OpenApiDocument).map((version) => ({
    version,
    file: `openapi/${version}.json`,
    contents: `the interfaces that have version ${version}`,
  }));
  return [
    "# OpenAPI documents",
    "The API as OpenAPI 3.1 documents. A running mock also serves them, with its own address: `GET /openapi.json`, and `GET /openapi.json?version=v3`.",
    table([{ version: "all", file: "openapi.json", contents: "the described version of each interface" }, ...versions], {
      Version: ({ version }) => version,
      File: ({ file }) => fileLink(file),
      Contents: ({ contents }) => contents,
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
  return table(operations, {
    Operation: ({ summary, href, deprecated }) => `[${summary}](${href})${deprecated ? " (deprecated)" : ""}`,
    Request: ({ method, path }) => code(`${method} ${path}`),
    Client: ({ id }) => code(id),
  });
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

/** The installation and the first test are those of the repository's README. */
async function landing(root: string, { areas, operations }: Facts): Promise<string> {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [start = ""] = /^## Install\n.*?(?=^## Run )/ms.exec(readme) ?? [];
  const hero = {
    name: "CRM Platform",
    text: "API, client and mock",
    tagline: "Build and test an integration on your machine, with a mock that works like the service.",
    actions: [
      { theme: "brand", text: "Get started", link: "/getting-started" },
      { theme: "alt", text: "All operations", link: "/operations/" },
    ],
  };
  const features = [
    {
      title: "A typed client",
      details: "It retries, iterates over pages, splits batches and refreshes tokens.",
      link: "/getting-started#create-a-contact",
    },
    { title: "A stateful mock", details: "For tests and for existing programs, in process or as a server.", link: "/test-runners" },
    {
      title: `${operations.length} operations`,
      details: `In ${areas.length} areas and all their versions, with a form to try each of them.`,
      link: "/operations/",
    },
    { title: `${behaviors.length} rules of behavior`, details: "Each has a grade of evidence and a test.", link: "/fidelity" },
  ];
  const areasTable = table(areas, {
    Area: ({ title, href }) => `[${title}](${href})`,
    "What it does": ({ description }) => prose(description),
    Operations: ({ operations: own }) => `${own.length}`,
  });
  const text = [start.trim().replaceAll("](spec/guides/", "](/"), "## Areas", areasTable].join("\n\n");
  return withHeader({ layout: "home", hero, features }, text);
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
