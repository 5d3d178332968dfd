import type { Hono } from "hono";
import { accepts } from "hono/accepts";
import { type Bindings, createApp } from "../app.tsx";
import { Fact } from "../fact.tsx";
import { html, type Markup } from "../html.ts";
import { Layout } from "../layout.tsx";

/** Where the page is; an app registers the mock's origin with this path as its redirect URI. */
export const callbackPath = "/oauth/callback";

/** What came back from the consent page (RFC 6749, sections 4.1.2 and 4.1.2.1). None of it is to be trusted. */
interface CameBack {
  readonly code?: string;
  readonly error?: string;
  readonly error_description?: string;
  readonly state?: string;
}

/**
 * The redirect URI for an app that has no server yet: it shows what came back and what to do with it, to people as a page, to
 * programs that want it as JSON. It is no visit, so nothing of it is in the journal, and it does nothing with a code.
 */
export function createCallback({ onError }: { readonly onError: (error: unknown) => void }): Hono<Bindings> {
  const app = createApp({ basePath: callbackPath, onError });
  app.get("/", async (context): Promise<Response> => {
    const { req } = context;
    const { origin, searchParams } = new URL(req.url);
    const came = cameBack(searchParams);
    const status = came.code === undefined && came.error === undefined ? 400 : 200;
    const wanted = accepts(context, { header: "Accept", supports: ["text/html", "application/json"], default: "text/html" });
    const headers = { vary: "Accept", "cache-control": "no-store" };
    if (wanted === "application/json") return context.json(status === 400 ? nothingCame : came, status, headers);
    return html(<CallbackPage came={came} origin={origin} />, status, headers);
  });
  return app;
}

const nothingCame: CameBack = { error: "invalid_request", error_description: "neither a code nor an error came back" };

function cameBack(query: URLSearchParams): CameBack {
  const names = query.has("error") ? (["error", "error_description", "state"] as const) : (["code", "state"] as const);
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
}

function CallbackPage({ came, origin }: { readonly came: CameBack; readonly origin: string }): Markup {
  if (came.code !== undefined) return <CodePage code={came.code} state={came.state} origin={origin} />;
  if (came.error !== undefined) return <RefusalPage came={came} error={came.error} />;
  return (
    <Layout title="Nothing came back">
      <h1>Nothing came back yet</h1>
      <p class="lead">This page is a redirect URI for apps that have no server yet.</p>
      <p>
        Register <code>{origin + callbackPath}</code> as a redirect URI of the app and open its install URL. After the decision of the user
        the code, or the reason why there is none, is shown here.
      </p>
    </Layout>
  );
}

function CodePage({ code, state, origin }: { readonly code: string; readonly state: string | undefined; readonly origin: string }): Markup {
  return (
    <Layout title="The code came back">
      <h1>The code came back</h1>
      <p class="lead">The user approved. The app may exchange this code for tokens.</p>
      <dl class="card facts">
        <Fact term="Code">
          <code>{code}</code>
        </Fact>
        <State state={state} />
      </dl>
      <h2>How to exchange it</h2>
      <p>A code is good once, for ten minutes. Put the app's own client id and client secret in place of the words in capitals.</p>
      <pre class="wrap">
        <code>{exchangeCommand({ origin, code, redirectUri: origin + callbackPath })}</code>
      </pre>
      <p class="muted">
        Compare the state with the one that was sent before. When they differ, somebody else began this: throw the code away.
      </p>
    </Layout>
  );
}

const reasons: Readonly<Record<string, string>> = {
  access_denied: "The user refused. The app gets no tokens.",
  invalid_scope: "The install URL asks for no scopes, or for a scope that the app cannot be granted.",
  invalid_request: "A parameter of the install URL is missing, or came more than once.",
};

function RefusalPage({ came, error }: { readonly came: CameBack; readonly error: string }): Markup {
  return (
    <Layout title="No code came back">
      <h1>No code came back</h1>
      <p class="notice bad">{Object.hasOwn(reasons, error) ? reasons[error] : "The consent page gave another reason than a code."}</p>
      <dl class="card facts">
        <Fact term="Error">
          <code>{error}</code>
        </Fact>
        <Fact term="In words">{came.error_description ?? "none came"}</Fact>
        <State state={came.state} />
      </dl>
    </Layout>
  );
}

function State({ state }: { readonly state: string | undefined }) {
  return <Fact term="State">{state === undefined ? "none came" : <code>{state}</code>}</Fact>;
}

/** What a code is exchanged with; none of it is to be trusted. */
interface Exchange {
  readonly origin: string;
  readonly code: string;
  readonly redirectUri: string;
}

/**
 * A command that exchanges a code, to be copied into a shell; secrets are left to whoever copies it. Whatever comes in a query
 * might run there: a code that does not look like one is left out.
 */
function exchangeCommand({ origin, code, redirectUri }: Exchange): string {
  const fields = {
    grant_type: "authorization_code",
    code: /^[\w.~-]{1,512}$/.test(code) ? code : "CODE",
    redirect_uri: redirectUri,
    client_id: "CLIENT_ID",
    client_secret: "CLIENT_SECRET",
  };
  const options = Object.entries(fields).map(([name, value]) => `  --data-urlencode ${quoted(`${name}=${value}`)}`);
  return [`curl ${quoted(`${origin}/oauth/v1/token`)}`, ...options].join(" \\\n");
}

/** As one word of a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
