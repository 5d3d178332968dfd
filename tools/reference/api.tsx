import { createHash } from "node:crypto";
import { describeDifferences } from "@crm-platform/mock/contract";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { takesParameters } from "../pipeline/emit/types/operations.ts";
import type { Facts, OperationFacts } from "./facts.ts";
import { Top, WithoutScript } from "./frame.tsx";
import { guides } from "./pages.ts";
import { codeSamples } from "./samples.ts";
import { usualAddress } from "./usualAddress.ts";

const maxListedScopes = 5;

export interface ApiPage {
  readonly html: string;
  readonly policy: string;
}

/** Renders the document with Redoc. `script` contains Redoc's code. */
export async function apiPage(root: string, facts: Facts, script: string): Promise<ApiPage> {
  // Because `<` is escaped, no text in the document can end the script element.
  const data = JSON.stringify(await documentForReaders(root, facts)).replaceAll("<", "\\u003c");
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashOf(script)}`,
    "worker-src blob:",
    // Redoc adds its styles at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const html = await (
    <ApiFrame policy={policy}>
      <div id="redoc" />
      <script type="application/json" id="openapi">
        {raw(data)}
      </script>
      <script type="module">{raw(script)}</script>
    </ApiFrame>
  );
  // Framing can be forbidden only in a header.
  return { html: `<!doctype html>${html}\n`, policy: `${policy}; frame-ancestors 'none'` };
}

function ApiFrame({ policy, children }: { readonly policy: string; readonly children?: Child }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>All operations – CRM Platform reference</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="Every operation of the CRM Platform, with its parameters, responses and samples." />
        <meta http-equiv="Content-Security-Policy" content={raw(policy)} />
        <link rel="icon" href="icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="api.css" />
        <script defer src="site.js" />
      </head>
      <body>
        <a class="skip" href="#api-content">
          Skip to the content
        </a>
        <Top file="api.html" />
        <WithoutScript>This page requires JavaScript to show the operations. </WithoutScript>
        {children}
      </body>
    </html>
  );
}

const aboutSamples = `The samples read the address and the access token from the environment:

\`\`\`sh
export CRM_PLATFORM_URL="${usualAddress}"
export CRM_PLATFORM_TOKEN="demo-access-token-4815162"
\`\`\``;

interface DocumentCopy {
  readonly info: { description: string };
  readonly paths: Readonly<Record<string, Record<string, Record<string, unknown>>>>;
  readonly webhooks?: Readonly<Record<string, Record<string, Record<string, unknown>>>>;
}

async function documentForReaders(root: string, facts: Facts): Promise<object> {
  const { document, operations, webhooks } = facts;
  const samples = await codeSamples(root);
  const copy = structuredClone(document) as unknown as DocumentCopy;
  const links = guides.map(({ file, title }) => `- [${title}](${file})`);
  copy.info.description = [document.info.description, "## Samples", aboutSamples, "## Guides", links.join("\n")].join("\n\n");
  for (const operation of operations) {
    const target = copy.paths[operation.path]?.[operation.method.toLowerCase()];
    if (target === undefined) continue;
    const own = samples.get(operation.id);
    if (own !== undefined) target["x-codeSamples"] = own;
    // Redoc would show every alternative scope. A guide lists the scopes instead.
    if (operation.scopes.length > maxListedScopes) target["security"] = [{ oauth2: [] }];
    target["description"] = descriptionOf(operation);
    if (operation.companion) target["x-badges"] = companionBadges;
  }
  for (const { name, method, id, companion, description } of webhooks) {
    const target = copy.webhooks?.[name]?.[method.toLowerCase()];
    if (target === undefined) continue;
    target["description"] = [
      `\`${method}\` to the app · \`WebhookBodies["${id}"]\``,
      ...(companion ? [aboutCompanions] : []),
      description,
    ].join("\n\n");
    if (companion) target["x-badges"] = companionBadges;
  }
  return copy;
}

const companionBadges = [{ name: "Companion" }];

const aboutCompanions = "[Companion](fidelity.html#companions): the platform's description names this operation without showing it.";

function descriptionOf(operation: OperationFacts): string {
  const { method, path, deprecated, description } = operation;
  return [
    `\`${method} ${path}\``,
    `\`${callOf(operation)}\``,
    ...scopesOf(operation),
    ...(deprecated ? [ending(operation)] : []),
    ...(operation.companion ? [aboutCompanions] : []),
    description,
    ...otherVersions(operation),
  ].join("\n\n");
}

/** Lists the paths in other versions, with their end dates and differences. */
function otherVersions({ versions, path: described }: OperationFacts): string[] {
  const others = versions.filter(({ path }) => path !== described);
  if (others.length === 0) return [];
  const lines = others.map(({ method, path, sunset, version: { deprecatedAt, name, differences } }) => {
    const notes = [...(deprecatedAt === undefined ? [] : [`ends on ${sunset?.date}`]), ...describeDifferences(differences)];
    return `- ${name}: \`${method} ${path}\`${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
  });
  return ["**[Other versions](versioning.html)**", lines.join("\n")];
}

function scopesOf({ scopes }: OperationFacts): string[] {
  if (scopes.length === 0) return [];
  if (scopes.length > maxListedScopes)
    return [`Any one of ${scopes.length} scopes is sufficient: [all scopes](authentication.html#scopes).`];
  return [`${scopes.length === 1 ? "Scope" : "Any one of the scopes"}: ${scopes.map((scope) => `\`${scope}\``).join(", ")}`];
}

/** For example `client.meetings.batchRead({ … })` or `client.tickets.archive(ticketId)`. */
function callOf(operation: OperationFacts): string {
  const { area, name, pathParameters, batch } = operation;
  const parameters = batch?.inputs === "" ? "[ … ]" : "{ … }";
  const argumentNames = [...pathParameters.map((parameter) => parameter.name), ...(takesParameters(operation) ? [parameters] : [])];
  return `client.${area}.${name}(${argumentNames.join(", ")})`;
}

function ending({ sunset }: OperationFacts): string {
  const day = sunset?.date ? `It ends on ${sunset.date}` : "No end date has been announced";
  const instead = sunset?.replacement ? `use ${sunset.replacement} instead` : "no replacement has been announced";
  return `> **Deprecated.** ${day}; ${instead}. [All deprecations](deprecations.html)`;
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
