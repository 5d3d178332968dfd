import { scopes as platformScopes } from "@crm-platform/types";
import type { Question } from "../../platform/consent/authorize.ts";
import { tickedName } from "../../platform/consent/authorizeRequest.ts";
import { isInert } from "../../platform/consent/scopes.ts";
import { Fact } from "../fact.tsx";
import type { Markup } from "../html.ts";
import { Frame, HiddenFields } from "./frame.tsx";
import { targetOf } from "./redirectTarget.ts";

/** Asks the user whether the app may have what it asks for. */
export function ConsentPage({ question, formToken }: { readonly question: Question; readonly formToken: string }): Markup {
  const { appName, hubDomain, optionalScopes, fields } = question;
  return (
    <Frame title={`Connect ${appName}`} appName={appName}>
      {/* Around the whole page: the buttons stick to its lower edge only within their form. */}
      <form method="post" action="/oauth/authorize" aria-label="Your decision">
        <h1>
          Connect <bdi>{appName}</bdi> with {hubDomain}?
        </h1>
        <WhoAsks question={question} />
        <HiddenFields fields={[...fields, ["form_token", formToken]]} />
        <Needed question={question} />
        {optionalScopes.length > 0 && <Optional question={question} />}
        <div class="decision">
          <p class="muted">
            Either way you go on to <strong>{targetOf(question.redirectUri)}</strong>.
          </p>
          <p class="actions">
            <button type="submit" name="decision" value="approve" class="primary">
              Approve
            </button>
            <button type="submit" name="decision" value="deny">
              Refuse
            </button>
          </p>
        </div>
      </form>
    </Frame>
  );
}

interface Asked {
  readonly question: Question;
}

function WhoAsks({ question: { accountId, hubDomain, userEmail, appId, appName, fields } }: Asked) {
  const again = new URLSearchParams([...fields, ["prompt", "select_account"]]);
  return (
    <dl class="card facts">
      <Fact term="App">
        <bdi>{appName}</bdi> <span class="muted">app {appId}</span>
      </Fact>
      <Fact term="Account">
        {hubDomain} <span class="muted">account {accountId}</span>
      </Fact>
      <Fact term="You">
        {userEmail}
        <br />
        <a href={`/oauth/authorize?${again}`}>Not you? Use another account</a>
      </Fact>
    </dl>
  );
}

function Needed({ question: { appName, scopes } }: Asked) {
  return (
    <section class="card" aria-labelledby="needed">
      <h2 id="needed">
        What <bdi>{appName}</bdi> needs
      </h2>
      <ul class="scopes">
        {scopes.map((scope) => (
          <li>
            <Scope scope={scope} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Optional({ question: { appName, optionalScopes } }: Asked) {
  return (
    <div class="card">
      <fieldset aria-describedby="unticked">
        <legend>
          What <bdi>{appName}</bdi> would also like
        </legend>
        <span class="hint" id="unticked">
          It works without these. What you untick it does not get.
        </span>
        <ul class="scopes">
          {optionalScopes.map((scope) => (
            <li>
              <label class="choice">
                <input type="checkbox" name={tickedName} value={scope} checked />
                <span>
                  <Scope scope={scope} />
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </div>
  );
}

/** A scope in words, as the document has them, and its name. */
function Scope({ scope }: { readonly scope: string }) {
  return (
    <>
      {isInert(scope) ? "Not used by this mock: it gives access to nothing here." : platformScopes[scope]}
      <br />
      <code>{scope}</code> {scope.includes("sensitive") && <span class="badge warning">Sensitive data</span>}
    </>
  );
}
