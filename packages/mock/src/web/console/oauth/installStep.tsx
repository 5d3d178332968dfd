import { scopes as platformScopes } from "@crm-platform/types";
import type { Markup } from "../../html.ts";
import type { Flow } from "./flow.ts";
import { installParameters, installUrl } from "./installUrl.ts";
import { stepTexts } from "./stepTexts.ts";

/** The install URL, part by part, and what else may come of it. */
export function InstallStep({ flow }: { readonly flow: Flow }): Markup {
  return (
    <>
      <h2>{stepTexts.install.title}</h2>
      <p>
        The app is installed and has somewhere to send the user back to. Now it leads the browser to this address, where the user is asked.{" "}
        <a href="/docs/">More in the reference</a>
      </p>
      <pre class="wrap">
        GET {new URL(flow.redirectUri).origin}
        {installUrl(flow)}
      </pre>
      <dl class="card debugger-parameters" aria-label="What the address says">
        {installParameters(flow).map(({ name, value, why }) => (
          <div>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{value}</code>
              <span class="hint">{why}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <a class="button primary" href={installUrl(flow)}>
          Open the consent page
        </a>
      </p>
      <WhatIf flow={flow} />
    </>
  );
}

function WhatIf({ flow }: { readonly flow: Flow }) {
  const missing = Object.keys(platformScopes).find((scope) => ![...flow.scopes, ...flow.optionalScopes].includes(scope));
  const elsewhere = installUrl(flow, { redirect_uri: `${flow.redirectUri}/elsewhere` });
  return (
    <section class="card" aria-labelledby="what-if">
      <h3 id="what-if">What if …</h3>
      <ul>
        <li>
          <a href={installUrl(flow, { decision: "deny" })}>the user refuses</a>: an error comes back instead of a code.
        </li>
        {missing !== undefined && (
          <li>
            <a href={installUrl(flow, { scopes: [...flow.scopes, missing].join(" ") })}>
              the app asks for a scope that it was created without
            </a>
            : the user is not even asked.
          </li>
        )}
        <li>
          <a href={elsewhere}>the redirect URI is not one of the app</a>: nothing comes back at all, because that might lead to somebody
          else.
        </li>
      </ul>
    </section>
  );
}
