import { Facts } from "../../facts.tsx";
import type { Markup } from "../../html.ts";
import { Form, type FormView } from "../components/forms.tsx";
import { Badge, OperationLink } from "../components/text.tsx";
import { addressOf } from "../page.tsx";
import { type Flow, installUrl, masked, type Transcript } from "./flow.ts";

interface FlowProps {
  readonly flow: Flow;
  readonly view: FormView;
}

export function FlowSteps({ flow, view }: FlowProps): Markup {
  const { installed, returned, exchange, exchanged, refreshed, introspected, revoked, refreshToken } = flow;
  return (
    <>
      <h2>1. The user opens the install URL</h2>
      <p>The app sends the browser to this address, where the user decides. The platform returns the random state with the code.</p>
      <pre class="wrap">
        GET {installed.origin}
        {installUrl(flow)}
      </pre>
      {installed.usesPkce && (
        <p>
          The app keeps a random code verifier, and sends its SHA-256 hash as the code challenge. To exchange the code, it needs the
          verifier.
        </p>
      )}
      {!exchange && (
        <a class={returned ? "button small" : "button primary"} href={installUrl(flow)}>
          Open the consent page
        </a>
      )}
      {!exchange && !installed.redirectUri.startsWith(`${installed.origin}/console/oauth/callback`) && (
        <Form
          view={view}
          action="return"
          button="Continue"
          fields={[{ name: "address", label: "Address to which the browser returned", type: "url", required: true, maxlength: 8_000 }]}
        />
      )}
      {returned && <Returned flow={flow} view={view} />}
      {exchanged && (
        <Step title="3. The app exchanges the code for tokens" transcript={exchanged}>
          The app authenticates with its client secret, so the code alone is useless. A code can be used once, within ten minutes.
        </Step>
      )}
      {exchanged && refreshToken === undefined && <p class="notice bad">The app received no tokens. The response contains the reason.</p>}
      {refreshed && (
        <Step title="4. The app refreshes the access token" transcript={refreshed}>
          An access token is valid for 1,800 seconds. To get a new access token without the user, the app sends the refresh token, which
          does not change.
        </Step>
      )}
      {introspected && (
        <Step title="5. The app gets the metadata of the refresh token" transcript={introspected}>
          A token that is unknown, expired, revoked or issued to another app is not active.
        </Step>
      )}
      {revoked && (
        <Step title="6. The app revokes the refresh token" transcript={revoked}>
          The access tokens that were issued with the refresh token are revoked, too. The app stays installed.
        </Step>
      )}
      {refreshToken !== undefined && (
        <div class="actions">
          <Form view={view} action="refresh" button="Refresh the access token" kind="primary" />
          <Form view={view} action="introspect" button="Get the metadata" />
          <Form view={view} action="revoke" button="Revoke the refresh token" />
        </div>
      )}
      <div class="actions">
        <Form view={view} action="restart" button="Restart with a new state" kind="small" />
        <Form view={view} action="end" button="End this flow" kind="small" />
      </div>
      <p class="muted">
        The app is installed in <a href={addressOf(installed.accountId, "overview")}>account {installed.accountId}</a>. Its requests are
        real and appear in <a href={addressOf(installed.accountId, "requests")}>the journal</a>.
      </p>
    </>
  );
}

function Returned({ flow: { returned, exchange }, view }: FlowProps): Markup {
  const { isOurState = false, code = "", error = "", description = "" } = returned ?? {};
  return (
    <>
      <h2>2. The user returns to the app</h2>
      <p>
        The platform redirected the browser to the redirect URI, with the decision in the query. The app first compares the state with the
        one that it sent.
      </p>
      <Facts
        facts={{
          State: isOurState ? <Badge kind="good" text="matches" /> : <Badge kind="bad" text="does not match" />,
          Code: code !== "" && <code>{masked(code)}</code>,
          Error: error !== "" && <code>{error}</code>,
          Description: description,
        }}
      />
      {!isOurState && <p class="notice bad">Another site may have started this flow, so the app ignores the response and its code.</p>}
      {isOurState && code === "" && <p class="notice bad">Without a code, the app cannot get tokens.</p>}
      {code !== "" && !exchange && <Form view={view} action="exchange" button="Exchange the code" kind="primary" />}
    </>
  );
}

interface StepProps {
  readonly title: string;
  readonly transcript: Transcript;
  readonly children: string;
}

function Step({ title, transcript: { operationId, request, response, status }, children }: StepProps): Markup {
  return (
    <section class="card">
      <h2>{title}</h2>
      <p>
        {children} <OperationLink operationId={operationId} />{" "}
        <Badge kind={status === 200 ? "good" : "bad"} text={status === 0 ? "no response" : status} />
      </p>
      <h3>Request</h3>
      <pre class="wrap">{request}</pre>
      <h3>Response</h3>
      <pre class="wrap">{response}</pre>
    </section>
  );
}
