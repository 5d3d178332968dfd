import { randomBytes } from "node:crypto";
import type { Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { invalidRequest } from "../../../contract/errors/rejection.ts";
import { isClientId } from "../../../contract/problems/credentials.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { type FieldProps, Form, type FormView, originOf, type Typed } from "../components/forms.tsx";
import { cut } from "../components/text.tsx";
import { type Action, addPage } from "../page.tsx";
import { exchangeCode, type Flow, type Installed, introspectToken, refreshAccessToken, revokeToken } from "./flow.ts";
import { FlowSteps } from "./flowSteps.tsx";

const path = "/console/oauth";
const callback = `${path}/callback`;
const cookieName = "crm-platform-oauth-debugger";
const cookieOptions = { httpOnly: true, sameSite: "Lax", path } as const;
const maxFlows = 100;
const maxReturnedLength = 300;

/** The requests are real and appear in the journal. The process stores the flows, and a cookie contains the id of the browser's flow. */
export function addDebugger(app: Hono<Bindings>, { control, fetch }: Parts): void {
  const flows = new Map<string, Flow>();
  const flowOf = (context: Context) => flows.get(getCookie(context, cookieName) ?? "");

  addPage(app, "/oauth", {
    section: "oauth",
    actions: {
      install: {
        run: async ({ context, typed }) => start(context, await install(typed, originOf(context))),
        fields: ["scopes"],
      },
      use: {
        run: async ({ context, typed }) => start(context, ownApp(typed, originOf(context))),
        fields: ["clientId", "redirectUri", "scopes"],
      },
      return: {
        run: async ({ context, typed: { address = "" } }) => {
          const flow = flowOf(context);
          if (!URL.canParse(address.trim())) {
            throw invalidRequest([
              { in: "address", code: "format", message: "Enter the whole address, which begins with the redirect URI." },
            ]);
          }
          if (flow && !flow.exchange) flow.returned = returnedIn(new URL(address.trim()).searchParams, flow.state);
        },
        fields: ["address"],
      },
      exchange: {
        run: async ({ context }) => {
          const flow = flowOf(context);
          // Using a code twice revokes all its tokens, so a second click must not send the code again.
          if (flow?.returned?.code) flow.exchange ??= exchangeCode(flow, flow.returned.code, fetch);
          await flow?.exchange;
        },
      },
      refresh: withRefreshToken(refreshAccessToken),
      introspect: withRefreshToken(introspectToken),
      revoke: withRefreshToken(revokeToken),
      restart: {
        run: async ({ context }) => {
          const flow = flowOf(context);
          if (flow) start(context, flow.installed);
        },
      },
      end: { run: async ({ context }) => flows.delete(getCookie(context, cookieName) ?? "") },
    },
    render: async (view) => {
      const flow = flowOf(view.context);
      if (flow) return { title: "OAuth debugger", children: <FlowSteps flow={flow} view={view} /> };
      const { results } = await control.accounts.list();
      const accounts = results.map(({ accountId, hubDomain }) => [String(accountId), `${hubDomain} (${accountId})`] as const);
      return { title: "OAuth debugger", children: <Start accounts={accounts} view={view} /> };
    },
  });
  app.get("/oauth/callback", (context) => {
    const flow = flowOf(context);
    if (flow && !flow.exchange) flow.returned = returnedIn(new URL(context.req.url).searchParams, flow.state);
    return context.redirect(path, 303);
  });

  function withRefreshToken(call: typeof introspectToken): Action<undefined> {
    return {
      run: async ({ context }) => {
        const flow = flowOf(context);
        if (flow?.refreshToken) await call(flow, flow.refreshToken, fetch);
      },
    };
  }

  function start(context: Context, installed: Installed): void {
    flows.delete(getCookie(context, cookieName) ?? "");
    const id = secret();
    flows.set(id, { installed, state: secret(), verifier: secret() });
    const [oldest] = flows.keys();
    if (flows.size > maxFlows && oldest !== undefined) flows.delete(oldest);
    const secure = context.req.header("origin")?.startsWith("https:") === true;
    setCookie(context, cookieName, id, { ...cookieOptions, secure });
  }

  async function install(typed: Typed, origin: string): Promise<Installed> {
    const request = requestIn(typed, origin);
    const accountId = Number(typed["accountId"]);
    const redirectUri = origin + callback;
    const scopes = [...scopesIn(request.scopes), ...scopesIn(request.optionalScopes)];
    const { clientId, clientSecret } = (
      await control.installApp(accountId, { name: "OAuth debugger", scopes, redirectUris: [redirectUri] })
    ).app;
    return { ...request, accountId, clientId, clientSecret, redirectUri };
  }
}

/** Client ids end with the id of the account. */
function ownApp(typed: Typed, origin: string): Installed {
  const [clientId = "", clientSecret = "", redirectUri = ""] = ["clientId", "clientSecret", "redirectUri"].map((name) =>
    typed[name]?.trim(),
  );
  if (!isClientId(clientId)) {
    throw invalidRequest([{ in: "clientId", code: "format", message: "Enter the client id of an app, as its account shows it." }]);
  }
  if (!URL.canParse(redirectUri)) {
    throw invalidRequest([{ in: "redirectUri", code: "format", message: "Enter the absolute URL that the app has registered." }]);
  }
  return { ...requestIn(typed, origin), accountId: Number(clientId.slice(-12)), clientId, clientSecret, redirectUri };
}

function requestIn({ scopes, optionalScopes, pkce }: Typed, origin: string) {
  const [required, optional] = [scopesIn(scopes), scopesIn(optionalScopes)];
  if (required.length === 0) {
    throw invalidRequest([{ in: "scopes", code: "required", message: "Enter at least one scope that the app requires." }]);
  }
  return { origin, scopes: required.join(" "), optionalScopes: optional.join(" "), usesPkce: pkce !== undefined };
}

function scopesIn(text = ""): string[] {
  return text.split(/\s+/).filter((scope) => scope !== "");
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

/** The code is used only if the state is the one that this flow sent. */
function returnedIn(query: URLSearchParams, state: string): NonNullable<Flow["returned"]> {
  const value = (name: string) => cut(query.get(name) ?? "", maxReturnedLength);
  const isOurState = query.get("state") === state;
  return { isOurState, code: isOurState ? value("code") : "", error: value("error"), description: value("error_description") };
}

interface StartProps {
  readonly view: FormView;
  readonly accounts: NonNullable<FieldProps["options"]>;
}

function Start({ view, accounts }: StartProps) {
  const hint = "separated by spaces";
  const scopes: FieldProps[] = [
    { name: "scopes", label: "Required scopes", hint, value: "content tickets" },
    { name: "optionalScopes", label: "Optional scopes", hint, value: "transactional-email tickets.sensitive.v2" },
  ];
  const ownFields: FieldProps[] = [
    { name: "clientId", label: "Client id", required: true, maxlength: 100 },
    { name: "clientSecret", label: "Client secret", type: "password", required: true, maxlength: 200 },
    { name: "redirectUri", label: "Redirect URI", hint: "one that the app has registered", type: "url", required: true, maxlength: 2_048 },
    ...scopes.map((field) => ({ ...field, value: field.name === "scopes" ? "content" : "" })),
  ];
  return (
    <>
      <p class="lead">See how an app gets its tokens, step by step, with every request that it sends.</p>
      {accounts.length === 0 ? (
        <p class="empty">
          No accounts yet. <a href="/console/accounts">Create one</a> to install an app in it.
        </p>
      ) : (
        <section class="card">
          <h2>Use a new app</h2>
          <Form
            view={view}
            action="install"
            button="Install the app"
            kind="primary"
            fields={[{ name: "accountId", label: "Account", options: accounts }, ...scopes]}
          >
            <Pkce />
          </Form>
          <p class="hint">Installs an app named “OAuth debugger” in the account. It stays installed after the flow ends.</p>
        </section>
      )}
      <section class="card">
        <h2>Use an app of your own</h2>
        <Form view={view} action="use" button="Start" fields={ownFields}>
          <Pkce />
        </Form>
        <p class="hint">
          If the redirect URI is not <code>{callback}</code> of this mock, the browser returns to your app. Copy the address to which it
          returned into the debugger. The secret is stored in memory until the flow ends, and is never shown.
        </p>
      </section>
    </>
  );
}

function Pkce() {
  return (
    <label class="choice">
      <input type="checkbox" name="pkce" />
      <span>
        Use PKCE <span class="hint">The app proves with a code verifier that it started the flow (RFC 7636).</span>
      </span>
    </label>
  );
}
