import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redocly } from "../lint/redocly.ts";
import type { Facts, OperationFacts } from "./facts.ts";
import { Top, WithoutScript } from "./frame.tsx";
import { guides } from "./pages.ts";
import { codeSamples } from "./samples.ts";
import { usualAddress } from "./usualAddress.ts";

/** More alternatives than these are told in a sentence. */
const manyScopes = 5;

export interface ApiPage {
  readonly html: string;
  /** What the page may load and run. It says so itself; a server that sends a policy with every page has to send this one. */
  readonly policy: string;
}

/**
 * The page of all operations, by Redoc, with everything in it but our own style and search.
 * @param root the folder of the repository
 * @param script what mends the page, bundled
 * @throws Error when Redoc fails
 */
export async function apiPage(root: string, facts: Facts, script: string): Promise<ApiPage> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-reference-"));
  try {
    const [input, output] = [join(folder, "openapi.json"), join(folder, "api.html")];
    await writeFile(input, JSON.stringify(await documentForReaders(root, facts)));
    const template = join(root, "tools/reference/page.hbs");
    const options = ["--inlineBundle", "--config", join(root, "redocly.yaml"), "--template", template, "--output", output];
    const { ok, stderr } = await redocly(["build-docs", input, ...options]);
    if (!ok) throw new Error(`Redoc did not make the page of the API.\n${stderr}`);
    return complete(await readFile(output, "utf8"), script);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the samples take from the environment, in Markdown: the demo account of the mock. */
const aboutSamples = `The samples beside the operations take the address and the access token from the environment:

\`\`\`sh
export CRM_PLATFORM_URL="${usualAddress}"
export CRM_PLATFORM_TOKEN="story-access-token-4815162"
\`\`\``;

interface DocumentCopy {
  readonly info: { description: string };
  readonly paths: Readonly<Record<string, Record<string, Record<string, unknown>>>>;
}

/** The document with what people want to see and programs do not need: samples, and when an operation ends. */
async function documentForReaders(root: string, { document, operations }: Facts): Promise<object> {
  const samples = await codeSamples(root);
  const copy = structuredClone(document) as unknown as DocumentCopy;
  const links = guides.map(({ file, title }) => `- [${title}](${file})`);
  copy.info.description = [document.info.description, "## Samples", aboutSamples, "## Guides", links.join("\n")].join("\n\n");
  for (const operation of operations) {
    const target = copy.paths[operation.path]?.[operation.method.toLowerCase()];
    if (target === undefined) continue;
    const own = samples.get(operation.id);
    if (own !== undefined) target["x-codeSamples"] = own;
    // A page of alternatives helps nobody; the guide has all of them, in words.
    const hasManyScopes = operation.scopes.length > manyScopes;
    if (hasManyScopes) target["security"] = [{ oauth2: [] }];
    target["description"] = [
      ...(operation.deprecated === true ? [ending(operation)] : []),
      operation.description,
      ...(hasManyScopes ? [`Any one of ${operation.scopes.length} scopes will do: [the list](authentication.html#scopes).`] : []),
    ].join("\n\n");
  }
  return copy;
}

/** What becomes of a deprecated operation, in Markdown. */
function ending({ sunset }: OperationFacts): string {
  const day = sunset?.date ? `It ends on ${sunset.date}` : "No day has been announced on which it ends";
  const instead = sunset?.replacement ? `use ${sunset.replacement} instead` : "nothing replaces it so far";
  return `> **Deprecated.** ${day}; ${instead}. [All deprecations](deprecations.html)`;
}

/** How the page hands the document over. Before it, the script of the site has run: scripts that wait for the page do so in their order. */
const start = "hydrate(__redoc_definition,";

async function complete(page: string, script: string): Promise<ApiPage> {
  // Markers and not the variables of the template, which would be escaped; and functions, as the texts may hold a `$`.
  const skip = '<a class="skip" href="#api-content">Skip to the content</a>';
  const top = `${skip}${await Top({ file: "api.html" })}${await WithoutScript()}`;
  if (!page.includes(start)) throw new Error(`The page of Redoc is expected to call ${start} …). It does not any more.`);
  const filled = page
    // The picture of its maker, which we do not show, and which nobody shall be asked for.
    .replaceAll("https://cdn.redoc.ly/redoc/logo-mini-full.svg", "icon.svg")
    .replace("<!-- top -->", () => top)
    .replace(start, () => "hydrate(globalThis.withMockAddress?.(__redoc_definition) ?? __redoc_definition,")
    .replace("<!-- script -->", () => `<script type="module">${script}</script>`);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${inlineScripts(filled).map(hashOf).join(" ")}`,
    "worker-src blob:",
    // Redoc makes its style while it runs.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const html = filled.replace("<!-- policy -->", () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`);
  // Whether it may stand in a frame only a header can say.
  return { html, policy: `${policy}; frame-ancestors 'none'` };
}

/** The inline scripts as browsers see them: each ends at the first `</script` after its beginning. */
function inlineScripts(html: string): string[] {
  const scripts: string[] = [];
  const opening = /<script(?: type="module")?>/g;
  for (let match = opening.exec(html); match !== null; match = opening.exec(html)) {
    const end = html.indexOf("</script", opening.lastIndex);
    scripts.push(html.slice(opening.lastIndex, end));
    opening.lastIndex = end;
  }
  return scripts;
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
