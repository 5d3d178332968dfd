import { scopes as platformScopes } from "@crm-platform/types";
import type { Child } from "hono/jsx";
import type { Question } from "../../platform/consent/authorize.ts";
import { selectionName } from "../../platform/consent/authorizeRequest.ts";
import { isInert } from "../../platform/scopes/grantable.ts";
import { HiddenFields } from "../console/components/forms.tsx";
import { Facts } from "../facts.tsx";
import type { Markup } from "../html.ts";
import { Layout } from "../layout.tsx";
import { targetOf } from "./redirectTarget.ts";

export interface FrameProps {
  readonly title: string;
  readonly appName?: string;
  readonly children?: Child;
}

export function Frame({ title, appName, children }: FrameProps): Markup {
  return (
    <Layout title={title} styles={["consent.css"]}>
      <div class="consent">
        {appName !== undefined && (
          <p class="pair" aria-hidden="true">
            <span class="initial">{[...appName.trim()][0]?.toUpperCase() ?? "?"}</span>
            <span class="between" />
            <img src="/assets/icon.svg" alt="" />
          </p>
        )}
        {children}
      </div>
    </Layout>
  );
}

export function ConsentPage({ question, formToken }: { readonly question: Question; readonly formToken: string }): Markup {
  const { accountId, appId, appName, hubDomain, userEmail, scopes, optionalScopes, fields } = question;
  const otherAccount = `/oauth/authorize?${new URLSearchParams([...fields, ["prompt", "select_account"]])}`;
  return (
    <Frame title={`Connect ${appName}`} appName={appName}>
      {/* The form encloses the whole page, because its buttons stick to the lower edge only within the form. */}
      <form method="post" action="/oauth/authorize" aria-label="Your decision">
        <h1>
          Connect <bdi>{appName}</bdi> with {hubDomain}?
        </h1>
        <Facts
          facts={{
            App: (
              <>
                <bdi>{appName}</bdi> <span class="muted">app {appId}</span>
              </>
            ),
            Account: (
              <>
                {hubDomain} <span class="muted">account {accountId}</span>
              </>
            ),
            You: (
              <>
                {userEmail}
                <br />
                <a href={otherAccount}>Not you? Use another account</a>
              </>
            ),
          }}
        />
        <HiddenFields fields={[...fields, ["form_token", formToken]]} />
        <section class="card" aria-labelledby="required">
          <h2 id="required">
            <bdi>{appName}</bdi> requires
          </h2>
          <ul class="scopes">
            {scopes.map((scope) => (
              <li>
                <Scope scope={scope} />
              </li>
            ))}
          </ul>
        </section>
        {optionalScopes.length > 0 && (
          <fieldset class="card" aria-describedby="optional">
            <legend>Optional</legend>
            <p class="hint" id="optional">
              The app works without these scopes. It does not get the scopes that you deselect.
            </p>
            <ul class="scopes">
              {optionalScopes.map((scope) => (
                <li>
                  <label class="choice">
                    <input type="checkbox" name={selectionName} value={scope} checked />
                    <span>
                      <Scope scope={scope} />
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <div class="decision">
          <p class="muted">
            Both choices take you to <strong>{targetOf(question.redirectUri)}</strong>.
          </p>
          <p class="actions">
            <button type="submit" name="decision" value="approve" class="primary">
              Approve
            </button>
            <button type="submit" name="decision" value="deny">
              Deny
            </button>
          </p>
        </div>
      </form>
    </Frame>
  );
}

function Scope({ scope }: { readonly scope: string }) {
  return (
    <>
      {isInert(scope) ? "This mock does not use this scope, so granting it has no effect." : platformScopes[scope]}
      <br />
      <code>{scope}</code> {scope.includes("sensitive") && <span class="badge warning">Sensitive data</span>}
    </>
  );
}
