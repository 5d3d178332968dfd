import type { Facts } from "./facts.ts";
import type { Contents } from "./markdown.ts";
import { groups, titleOf } from "./navigation.ts";
import { callOf } from "./operation.ts";

/** `llms.txt` lists the pages as the proposal at llmstxt.org defines it, and `llms-full.txt` contains them. */
export function agentFiles(facts: Facts, twins: Contents): Contents {
  const areas = facts.areas.map(({ title, operations }) => [
    `## ${title}`,
    operations
      .map(({ summary, href, id, method, path }) => `- [${summary}](${href.slice(1)}): \`${id}\`, \`${method} ${path}\``)
      .join("\n"),
  ]);
  const others = [...twins.keys()].filter((file) => /^(properties|fidelity)\//.test(file));
  const index = [
    ...introduction(facts),
    ...Object.entries(groups).flatMap(([title, names]) => [
      `## ${title}`,
      names.map((name) => `- [${titleOf(twins, `${name}.md`)}](${name}.md)`).join("\n"),
    ]),
    ...areas.flat(),
    "## Optional",
    [
      "- [All pages in one file](llms-full.txt)",
      "- [The OpenAPI document](openapi.json)",
      ...others.map((file) => `- [${file}](${file})`),
    ].join("\n"),
  ].join("\n\n");
  const full = [...twins].map(([file, markdown]) => `<!-- ${file} -->\n\n${markdown.trimEnd()}`).join("\n\n");
  return new Map([
    ["llms.txt", `${index}\n`],
    ["llms-full.txt", `${full}\n`],
  ]);
}

/** The files for agents in the packages without the reference: an index of all calls, and where to read on. */
export function packageFiles(facts: Facts): Contents {
  const calls = facts.areas.flatMap(({ title, operations }) => [
    `## ${title}`,
    operations.map((operation) => `- \`${callOf(operation)}\`: ${operation.summary}, \`${operation.method} ${operation.path}\``).join("\n"),
  ]);
  const text = [
    ...introduction(facts),
    "The package @crm-platform/mock contains a page for each operation and guide as Markdown: see node_modules/@crm-platform/mock/reference/llms.txt, or /docs/llms.txt of a running mock. The README.md beside this file explains this package. The types of parameters and results are in dist/*.d.ts of @crm-platform/types.",
    ...calls,
  ].join("\n\n");
  return new Map(["client", "types"].map((name) => [`${name}/llms.txt`, `${text}\n`]));
}

function introduction({ document }: Facts): string[] {
  return ["# CRM Platform API", `> ${document.info.summary ?? ""} Version ${document.info.version}.`];
}
