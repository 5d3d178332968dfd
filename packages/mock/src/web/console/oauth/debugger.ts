import { randomBytes } from "node:crypto";
import type { Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { Refusal } from "../../../contract/errors/refusal.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { formLimit, originOf, refusalOf, typedIn } from "../components/forms.tsx";
import { cut } from "../components/text.tsx";
import { exchangeCode, type Flow, type Installed, refreshAccessToken } from "./flow.ts";
import { flowPage } from "./flowPage.tsx";
import { type Choice, offeredScopes, startPage } from "./startPage.tsx";

const startPath = "/console/oauth";
const flowPath = "/console/oauth/flow";
const cookieName = "crm-platform-oauth-debugger";
const cookieOptions = { httpOnly: true, sameSite: "Lax", path: startPath } as const;
/** How many flows a mock keeps; a new one takes the place of the oldest. */
const maxFlows = 100;
// A code has 40 characters, a description a sentence.
const maxReturnedLength = 300;

/**
 * Walks a person through the installation of an app: the install URL, the code, its exchange, the refresh. The requests are real,
 * and in the journal. This process keeps the flows, and a browser has the id of its own in a cookie.
 */
export function addDebugger(app: Hono<Bindings>, { control, fetch }: Parts): void {
  const flows = new Map<string, Flow>();

  app.get("/oauth", async (context) => startPage({ accounts: await control.accounts.list(), hasFlow: flowOf(context) !== undefined }));
  app.post("/oauth", formLimit, async (context) => {
    const choice = choiceOf(await typedIn(context));
    let installed: Installed | undefined;
    const refusal = await refusalOf(async () => {
      installed = await install(choice, `${originOf(context)}${startPath}/callback`);
    });
    if (installed) return begin(context, installed);
    return startPage({ accounts: await control.accounts.list(), hasFlow: false, choice, refusal });
  });
  app.get("/oauth/flow", async (context) => {
    const flow = flowOf(context);
    return flow ? flowPage(flow) : context.redirect(startPath, 303);
  });
  app.get("/oauth/callback", (context) => {
    const flow = flowOf(context);
    if (flow && !flow.exchange) flow.returned = returnedIn(new URL(context.req.url).searchParams, flow.state);
    return context.redirect(flow ? flowPath : startPath, 303);
  });
  app.post("/oauth/exchange", async (context) => {
    const flow = flowOf(context);
    // Once, also when the form is sent twice: a code that comes a second time takes all tokens away.
    if (flow?.returned?.code) flow.exchange ??= exchangeCode(flow, flow.returned.code, fetch);
    await flow?.exchange;
    return context.redirect(flowPath, 303);
  });
  app.post("/oauth/refresh", async (context) => {
    const flow = flowOf(context);
    if (flow?.refreshToken) await refreshAccessToken(flow, flow.refreshToken, fetch);
    return context.redirect(flowPath, 303);
  });
  app.post("/oauth/again", (context) => {
    const flow = flowOf(context);
    return flow ? begin(context, flow.installed) : context.redirect(startPath, 303);
  });
  app.post("/oauth/end", (context) => {
    flows.delete(idIn(context));
    return context.redirect(startPath, 303);
  });

  function flowOf(context: Context): Flow | undefined {
    return flows.get(idIn(context));
  }

  /** Begins a flow with an id and a state that nobody has seen, in place of the one that the browser has. */
  function begin(context: Context, installed: Installed): Response {
    flows.delete(idIn(context));
    const id = secret();
    flows.set(id, { installed, state: secret() });
    const [oldest] = flows.keys();
    if (flows.size > maxFlows && oldest !== undefined) flows.delete(oldest);
    const secure = context.req.header("origin")?.startsWith("https:") === true;
    setCookie(context, cookieName, id, { ...cookieOptions, secure });
    return context.redirect(flowPath, 303);
  }

  async function install({ accountId, scopes, optionalScopes }: Choice, redirectUri: string): Promise<Installed> {
    if (scopes.length === 0) throw new Refusal("VALIDATION_ERROR", "Choose at least one scope that the app needs.");
    const input = { name: "OAuth debugger", scopes: [...scopes, ...optionalScopes], redirectUris: [redirectUri] };
    const { app: installed } = await control.installApp(Number(accountId), input);
    const { clientId, clientSecret } = installed;
    return { accountId: Number(accountId), clientId, clientSecret, redirectUri, scopes, optionalScopes };
  }
}

function idIn(context: Context): string {
  return getCookie(context, cookieName) ?? "";
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

/** What a browser brings back; its code counts only with the state that this flow has sent. */
function returnedIn(query: URLSearchParams, state: string): NonNullable<Flow["returned"]> {
  const value = (name: string) => cut(query.get(name) ?? "", maxReturnedLength);
  const isOurState = query.get("state") === state;
  return { isOurState, code: isOurState ? value("code") : "", error: value("error"), description: value("error_description") };
}

function choiceOf(typed: Readonly<Record<string, string>>): Choice {
  const chosen = (how: string) => offeredScopes.filter((scope) => typed[`scope ${scope}`] === how);
  return { accountId: typed["accountId"] ?? "", scopes: chosen("required"), optionalScopes: chosen("optional") };
}
