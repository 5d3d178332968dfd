import type { Hono } from "hono";
import { accepts } from "hono/accepts";
import { type Bindings, createApp } from "../app.tsx";
import { curlCommand } from "../curlCommand.ts";
import { Facts } from "../facts.tsx";
import { html, type Markup } from "../html.ts";
import { Layout } from "../layout.tsx";

/** An app registers the mock's origin plus this path as its redirect URI. */
export const callbackPath = "/oauth/callback";

/** The untrusted response of the consent page (RFC 6749, sections 4.1.2 and 4.1.2.1). */
interface CallbackParameters {
  readonly code?: string;
  readonly error?: string;
  readonly error_description?: string;
  readonly state?: string;
}

/** Serves the redirect URI of apps that have no server. Does not exchange the code. The journal omits requests to this URI. */
export function createCallback({ onError }: { readonly onError: (error: unknown) => void }): Hono<Bindings> {
  const app = createApp({ basePath: callbackPath, onError });
  app.get("/", async (context): Promise<Response> => {
    const { origin, searchParams } = new URL(context.req.url);
    const parameters = parametersIn(searchParams);
    const status = parameters.code === undefined && parameters.error === undefined ? 400 : 200;
    const type = accepts(context, { header: "Accept", supports: ["text/html", "application/json"], default: "text/html" });
    const headers = { vary: "Accept", "cache-control": "no-store" };
    if (type === "application/json") return context.json(status === 400 ? missing : parameters, status, headers);
    return html(<CallbackPage parameters={parameters} origin={origin} />, status, headers);
  });
  return app;
}

const missing: CallbackParameters = { error: "invalid_request", error_description: "the query has neither a code nor an error" };

function parametersIn(query: URLSearchParams): CallbackParameters {
  const names = query.has("error") ? (["error", "error_description", "state"] as const) : (["code", "state"] as const);
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
}

interface CallbackPageProps {
  readonly parameters: CallbackParameters;
  readonly origin: string;
}

function CallbackPage({ parameters: { code, error, error_description, state }, origin }: CallbackPageProps): Markup {
  const redirectUri = origin + callbackPath;
  const shownState = state === undefined ? "none" : <code>{state}</code>;
  if (code !== undefined) {
    return (
      <Layout title="Code received">
        <h1>Code received</h1>
        <p class="lead">The user approved the app, which can now exchange this code for tokens.</p>
        <Facts facts={{ Code: <code>{code}</code>, State: shownState }} />
        <h2>How to exchange it</h2>
        <p>A code can be used only once, and expires after ten minutes. Replace CLIENT_ID and CLIENT_SECRET with the app's values.</p>
        <pre class="wrap">
          <code>{exchangeCommand({ origin, code, redirectUri })}</code>
        </pre>
        <p class="muted">
          Compare the state with the one that the app sent. If they differ, another site started this flow: discard the code.
        </p>
      </Layout>
    );
  }
  if (error !== undefined) {
    return (
      <Layout title="No code received">
        <h1>No code received</h1>
        <p class="notice bad">{Object.hasOwn(reasons, error) ? reasons[error] : "The consent page returned an error."}</p>
        <Facts facts={{ Error: <code>{error}</code>, Description: error_description, State: shownState }} />
      </Layout>
    );
  }
  return (
    <Layout title="Nothing received">
      <h1>Nothing received yet</h1>
      <p class="lead">This page is a redirect URI for apps without a server.</p>
      <p>
        Register <code>{redirectUri}</code> as a redirect URI of the app and open its install URL. After the user's decision, this page
        shows the code, or the reason why the code is missing.
      </p>
    </Layout>
  );
}

const reasons: Readonly<Record<string, string>> = {
  access_denied: "The user denied access. The app gets no tokens.",
  invalid_scope: "The install URL requests no scopes, or a scope that cannot be granted to the app.",
  invalid_request: "A parameter of the install URL is missing or occurs more than once.",
};

interface Exchange {
  readonly origin: string;
  readonly code: string;
  readonly redirectUri: string;
}

/** The code is untrusted and could inject shell commands, so a code with unexpected characters is omitted. */
function exchangeCommand({ origin, code, redirectUri }: Exchange): string {
  const fields = {
    grant_type: "authorization_code",
    code: /^[\w.~-]{1,512}$/.test(code) ? code : "CODE",
    redirect_uri: redirectUri,
    client_id: "CLIENT_ID",
    client_secret: "CLIENT_SECRET",
  };
  return curlCommand({ method: "POST", url: `${origin}/oauth/2026-03/token`, body: new URLSearchParams(fields) });
}
