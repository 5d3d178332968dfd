import { behaviors } from "@crm-platform/types";
import { raw } from "hono/html";
import { lookUp } from "../openapi/resolve.ts";
import type { AreaFacts, Facts } from "./facts.ts";
import { Frame } from "./frame.tsx";
import { highlight } from "./highlight.ts";
import type { Page } from "./pages.ts";
import { groups } from "./pages.ts";
import type { Markup } from "./tables/table.tsx";
import { Prose } from "./tables/table.tsx";
import { usualAddress } from "./usualAddress.ts";

export interface LandingProps {
  readonly facts: Facts;
  readonly summaries: ReadonlyMap<string, string>;
}

const firstCall = `curl ${usualAddress}/cms/domains/2026-03 \\
  --header "Authorization: Bearer demo-access-token-4815162"`;

/** The response is the example in the document. */
function firstResponse({ document }: Facts): string {
  const list = lookUp(document, "#/paths/~1cms~1domains~12026-03/get/responses/200/content/application~1json/examples/all/value");
  const [{ id, domain, isSslEnabled }] = list["results"] as unknown as readonly [Record<string, unknown>];
  const first = [`"id": "${id}",`, `"domain": "${domain}",`, `"isSslEnabled": ${isSslEnabled}, …`].map((line) => `    ${line}`);
  const lines = [`"total": ${list["total"]},`, `"results": [`, "  {", ...first, "  }, …"];
  return ["{", ...lines.map((line) => `  ${line}`), "  ]", "}"].join("\n");
}

export function Landing({ facts, summaries }: LandingProps): Markup {
  const { areas, operations, document } = facts;
  const { summary = "" } = document.info;
  return (
    <Frame file="index.html" title="Overview" description={summary}>
      <div class="landing">
        <div class="hero">
          <div>
            <h1>CRM Platform API reference</h1>
            <p class="lead">{summary}</p>
            <p class="actions">
              <a class="button primary" href="getting-started.html">
                Get started
              </a>
              <a class="button" href="api.html">
                All operations
              </a>
            </p>
          </div>
          <figure>
            <pre tabindex={0}>
              <code>
                {raw(highlight(firstCall, "sh"))}
                {"\n\n"}
                {raw(highlight(firstResponse(facts), "json"))}
              </code>
            </pre>
            <figcaption>A call to the mock on your machine, without an account or a network connection.</figcaption>
          </figure>
        </div>

        <dl class="numbers">
          <Figure number={operations.length} text="operations" />
          <Figure number={areas.length} text="areas" />
          <Figure number={behaviors.length} text="rules of behavior, each with a test" />
          <div>
            <dt>version</dt>
            <dd>{document.info.version}</dd>
          </div>
        </dl>

        <h2 id="areas">Areas</h2>
        <ul class="cards areas">
          {areas.map((area) => (
            <Area area={area} />
          ))}
        </ul>

        <h2 id="guides">Guides</h2>
        <Guides summaries={summaries} />

        <h2 id="console">The mock and its console</h2>
        <p>
          <code>npx pnpm start</code> serves the platform on your machine, at <code>{usualAddress}</code>. It stores records, expires tokens
          and checks scopes. The mock also serves:
        </p>
        <ul>
          <li>
            <a href={`${usualAddress}/console`} data-mock="/console">
              The console
            </a>{" "}
            shows requests and responses, sent email, records, tokens and the clock.
          </li>
          <li>
            <a href={`${usualAddress}/openapi.json`} data-mock="/openapi.json">
              The document
            </a>{" "}
            describes the whole API in OpenAPI 3.1. This reference is generated from the document.
          </li>
        </ul>
      </div>
    </Frame>
  );
}

function Figure({ number, text }: { readonly number: number; readonly text: string }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd>{number}</dd>
    </div>
  );
}

function Area({ area: { title, description, href, operations } }: { readonly area: AreaFacts }) {
  return (
    <li class="card">
      <h3>
        <a href={href}>{title}</a>
      </h3>
      <p>
        <Prose text={description} />
      </p>
      <ul class="operations">
        {operations.map(({ id, method, summary, href: operation, deprecated }) => (
          <li>
            <span class={`method ${method.toLowerCase()}`}>{method}</span>
            <a href={operation} title={id}>
              {summary}
            </a>
            {deprecated && <span class="badge warning">deprecated</span>}
          </li>
        ))}
      </ul>
    </li>
  );
}

function Guides({ summaries }: Pick<LandingProps, "summaries">) {
  const hasSummary = ({ file }: Page) => summaries.has(file);
  return (
    <ul class="cards">
      {groups.flatMap(({ pages }) =>
        pages.filter(hasSummary).map(({ file, title }) => (
          <li class="card">
            <h3>
              <a href={file}>{title}</a>
            </h3>
            <p>{summaries.get(file)}</p>
          </li>
        )),
      )}
    </ul>
  );
}
