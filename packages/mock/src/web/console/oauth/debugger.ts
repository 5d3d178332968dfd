import { randomBytes } from "node:crypto";
import type { Context, Hono } from "hono";
import { Refusal } from "../../../contract/errors/refusal.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../sites.ts";
import { cut } from "../cut.tsx";
import { formLimit, originOf, refusalOf, typedIn } from "../forms.tsx";
import { advance } from "./advance.ts";
import { type Flow, flowCookie } from "./flow.ts";
import { flowPage } from "./flowPage.tsx";
import { type Choice, offeredScopes, startPage } from "./startPage.tsx";
import { createSteps } from "./steps.ts";
import { askAt } from "./transcript.ts";

const flowPath = "/console/oauth/flow";
const callbackPath = "/console/oauth/callback";

/** The whole code flow, step by step, with the requests that an app would send; they are real, and in the journal. */
export function addDebugger(app: Hono<Bindings>, { control, store, controlToken, fetch }: Parts): void {
  const cookie = flowCookie(controlToken ?? store.idSeed);
  const steps = createSteps();

  app.get("/oauth", async (context) => {
    const hasFlow = (await cookie.read(context)) !== undefined;
    return startPage({ accounts: await control.accounts.list(), hasFlow });
  });

  app.post("/oauth", formLimit, async (context) => {
    const typed = await typedIn(context);
    const choice = choiceOf(typed);
    const origin = originOf(context);
    let flow: Flow | undefined;
    const refusal = await refusalOf(async () => {
      flow = await install(choice, origin + callbackPath);
    });
    if (!flow) return startPage({ accounts: await control.accounts.list(), hasFlow: false, choice, refusal });
    return goOn(context, flow);
  });

  app.get("/oauth/flow", async (context) => {
    const flow = await cookie.read(context);
    return flow ? flowPage(flow) : context.redirect("/console/oauth", 303);
  });

  app.post("/oauth/flow", formLimit, async (context) => {
    const { step } = await typedIn(context);
    const flow = await cookie.read(context);
    if (!flow) return context.redirect("/console/oauth", 303);
    if (step === "install") return goOn(context, begun(flow));
    if (step !== flow.step) return context.redirect(flowPath, 303);
    return goOn(context, await steps.once(flow, () => advance(flow, askAt(new URL(flow.redirectUri).origin, fetch))));
  });

  app.get("/oauth/callback", async (context) => {
    const flow = await cookie.read(context);
    return flow ? goOn(context, returned(flow, new URL(context.req.url).searchParams)) : context.redirect("/console/oauth", 303);
  });

  app.post("/oauth/end", (context) => {
    cookie.clear(context);
    return context.redirect("/console/oauth", 303);
  });

  async function install({ accountId, scopes, optionalScopes }: Choice, redirectUri: string): Promise<Flow> {
    if (scopes.length === 0) throw new Refusal("VALIDATION_ERROR", "Choose at least one scope that the app needs.");
    const input = { name: "OAuth debugger", scopes: [...scopes, ...optionalScopes], redirectUris: [redirectUri] };
    const { app: installed } = await control.installApp(Number(accountId), input);
    const { clientId, clientSecret } = installed;
    return begun({ accountId: Number(accountId), clientId, clientSecret, redirectUri, scopes, optionalScopes });
  }

  async function goOn(context: Context, flow: Flow): Promise<Response> {
    await cookie.write(context, flow);
    return context.redirect(flowPath, 303);
  }
}

/** The flow at its first step, with a state that nobody has seen. */
function begun(known: Pick<Flow, "accountId" | "clientId" | "clientSecret" | "redirectUri" | "scopes" | "optionalScopes">): Flow {
  const { accountId, clientId, clientSecret, redirectUri, scopes, optionalScopes } = known;
  const state = randomBytes(32).toString("base64url");
  return { step: "install", accountId, clientId, clientSecret, redirectUri, scopes, optionalScopes, state, transcripts: [] };
}

// A code has 40 characters, a description a sentence; all of a flow has to fit into a cookie.
const maxCharacters = 300;

/** What a browser brings back is not to be trusted: it counts only with the state that this flow has sent. */
function returned(flow: Flow, query: URLSearchParams): Flow {
  const isOurState = query.get("state") === flow.state;
  const value = (name: string) => cut(query.get(name) ?? "", maxCharacters);
  const [code, error, description] = [value("code"), value("error"), value("error_description")];
  const { code: _, accessToken: __, refreshToken: ___, granted: ____, ...rest } = flow;
  return {
    ...rest,
    step: "returned",
    returned: { isOurState, ...(error && { error }), ...(description && { description }) },
    ...(isOurState && code && { code }),
    transcripts: [],
    hasFailed: !isOurState || code === "",
  };
}

function choiceOf(typed: Readonly<Record<string, string>>): Choice {
  const chosen = (how: string) => offeredScopes.filter((scope) => typed[`scope ${scope}`] === how);
  return { accountId: typed["accountId"] ?? "", scopes: chosen("required"), optionalScopes: chosen("optional") };
}
