import { Fact } from "../../fact.tsx";
import type { Markup } from "../../html.ts";
import { OperationLink } from "../components/text.tsx";
import { addressOf, consolePage } from "../page.tsx";
import { type Flow, installUrl, masked, type Transcript } from "./flow.ts";

/** What was done of a flow, step by step, and what comes next. */
export function flowPage(flow: Flow): Promise<Response> {
  const { installed, returned, exchanged, refreshed, refreshToken } = flow;
  const children = (
    <>
      <h2>1. The user opens the install URL</h2>
      <p>The app leads the browser to this address, where the user is asked. The state is random and comes back with the code.</p>
      <pre class="wrap">
        GET {new URL(installed.redirectUri).origin}
        {installUrl(flow)}
      </pre>
      {!flow.exchange && (
        <p>
          <a class={returned ? "button small" : "button primary"} href={installUrl(flow)}>
            Open the consent page
          </a>
        </p>
      )}
      {returned && <Returned returned={returned} isExchanged={flow.exchange !== undefined} />}
      {exchanged && (
        <Step
          title="3. The app exchanges the code for tokens"
          why="The app names itself with its client secret, so nobody who has seen the code can do this. A code is good once, for ten minutes."
          transcript={exchanged}
        />
      )}
      {exchanged && refreshToken === undefined && (
        <p class="notice bad">No tokens came of it, so the flow ends here. The response says why.</p>
      )}
      {refreshed && (
        <Step
          title="4. The app gets another access token"
          why="An access token works for 1,800 seconds. The refresh token gives a new one without the user, and stays the same itself."
          transcript={refreshed}
        />
      )}
      {refreshToken !== undefined && <StepForm action="refresh" text="Refresh the access token" isMain />}
      <div class="actions debugger-others">
        <StepForm action="again" text="Begin again with a new state" />
        <StepForm action="end" text="End this flow" />
      </div>
      <p class="muted">
        The app is in <a href={`/console/accounts/${installed.accountId}`}>account {installed.accountId}</a>; the requests are real, so they
        are among <a href={addressOf(installed.accountId, "requests")}>its requests</a>, too.
      </p>
    </>
  );
  return consolePage({ title: "OAuth debugger", current: "/console/oauth", children });
}

/** What came back with the user, and whether it is to be believed. */
function Returned({ returned, isExchanged }: { readonly returned: NonNullable<Flow["returned"]>; readonly isExchanged: boolean }): Markup {
  const { isOurState, code, error, description } = returned;
  return (
    <>
      <h2>2. The user is back at the app</h2>
      <p>
        The platform has sent the browser to the redirect URI, with the user's decision in the query. The first thing an app does is to
        compare the state.
      </p>
      <dl class="card facts">
        <Fact term="State">
          {isOurState ? <span class="badge good">the one that was sent</span> : <span class="badge bad">another one, or none</span>}
        </Fact>
        <Fact term="Code">{code !== "" && <code>{masked(code)}</code>}</Fact>
        <Fact term="Error">{error !== "" && <code>{error}</code>}</Fact>
        <Fact term="In words">{description}</Fact>
      </dl>
      {!isOurState && (
        <p class="notice bad">Somebody else may have begun this, so the app believes nothing of it and throws a code away.</p>
      )}
      {isOurState && code === "" && <p class="notice bad">There is no code, so the app gets no tokens.</p>}
      {code !== "" && !isExchanged && <StepForm action="exchange" text="Exchange the code" isMain />}
    </>
  );
}

/** A request, its response, and what they are for. */
function Step({ title, why, transcript }: { readonly title: string; readonly why: string; readonly transcript: Transcript }): Markup {
  const { request, response, status } = transcript;
  return (
    <section class="card">
      <h2>{title}</h2>
      <p>
        {why} <OperationLink operationId="oauth.createToken" />{" "}
        <span class={status === 200 ? "badge good" : "badge bad"}>{status === 0 ? "no response" : status}</span>
      </p>
      <div class="debugger-talk">
        <figure>
          <figcaption>Request</figcaption>
          <pre class="wrap">{request}</pre>
        </figure>
        <figure>
          <figcaption>Response</figcaption>
          <pre class="wrap">{response}</pre>
        </figure>
      </div>
    </section>
  );
}

interface StepFormProps {
  readonly action: "exchange" | "refresh" | "again" | "end";
  readonly text: string;
  /** Whether it is what people most likely want. */
  readonly isMain?: boolean;
}

function StepForm({ action, text, isMain = false }: StepFormProps): Markup {
  return (
    <form method="post" action={`/console/oauth/${action}`}>
      <button type="submit" class={isMain ? "primary" : "small"}>
        {text}
      </button>
    </form>
  );
}
