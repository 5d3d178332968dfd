import type { Context, Hono } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { Refusal } from "../../../contract/errors/refusal.ts";
import { isEqual, refuseStranger } from "../../../control/api/access.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { formLimit, formOf } from "../components/forms.tsx";
import { refusalPage, signInPage } from "./signInPages.tsx";
import { createThrottle, type Throttle } from "./throttle.ts";

/** What the pages behind the door know of whoever looks. */
export type Accessed = Bindings & { Variables: { isSignedIn?: boolean } };

export const signOutPath = "/console/sign-out";

const cookieName = "crm-platform-console";
const cookieOptions = { httpOnly: true, sameSite: "Strict", path: "/console" } as const;
const signedInForSeconds = 12 * 60 * 60;

/**
 * The door of the console. Without a control token it is that of the control API: this machine only, for looking and for doing.
 * With one it opens to whoever sends the token, or has typed it into the sign-in page. The cookie of that page is a moment by the
 * machine's clock, signed with the token: it tells nothing of it, any process that has the token knows it, and it ends by itself.
 */
export function addAccess(app: Hono<Bindings>, { controlToken }: Parts): void {
  if (controlToken !== undefined) addSignIn(app, controlToken, createThrottle());
  app.use(
    createMiddleware<Accessed>(async (context, next) => {
      const refusal = refusalOf(context, controlToken);
      if (refusal === undefined) return next();
      if (controlToken === undefined) return refusalPage();
      const isSignedIn = await hasCookie(context, controlToken);
      if (!isSignedIn) return signInPage({ next: addressOf(context) }, 401);
      context.set("isSignedIn", true);
      return next();
    }),
  );
}

function addSignIn(app: Hono<Bindings>, controlToken: string, throttle: Throttle): void {
  app.get("/sign-in", ({ redirect }) => redirect("/console", 303));
  app.post("/sign-in", formLimit, async (context) => {
    const { token, next } = await formOf(context.req);
    const address = consolePathOf(next);
    const { remoteAddress } = context.env;
    const retryAfter = throttle.secondsLeft(remoteAddress);
    if (retryAfter > 0) return signInPage({ next: address, retryAfter }, 429);
    if (typeof token !== "string" || !isEqual(token, controlToken)) {
      throttle.countFailure(remoteAddress);
      return signInPage({ next: address, isWrong: true }, 403);
    }
    const expiresAt = Date.now() + signedInForSeconds * 1000;
    // By it browsers tell how they came, also when something in between has taken the encryption off.
    const secure = context.req.header("origin")?.startsWith("https:") === true;
    const options = { ...cookieOptions, secure, maxAge: signedInForSeconds };
    await setSignedCookie(context, cookieName, String(expiresAt), keyOf(controlToken), options);
    return context.redirect(address, 303);
  });
  app.post("/sign-out", (context) => {
    deleteCookie(context, cookieName, cookieOptions);
    return context.redirect("/console", 303);
  });
}

function refusalOf({ req, env }: Context<Accessed>, controlToken: string | undefined): Refusal | undefined {
  try {
    refuseStranger({ remoteAddress: env.remoteAddress, headers: req.header(), url: new URL(req.url) }, controlToken);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function hasCookie(context: Context<Accessed>, controlToken: string): Promise<boolean> {
  const expiresAt = await getSignedCookie(context, keyOf(controlToken), cookieName);
  return typeof expiresAt === "string" && Date.now() < Number(expiresAt);
}

/** A key for this and nothing else, so that what else may ever be signed with the token is no cookie of ours. */
function keyOf(controlToken: string): string {
  return `${cookieName} ${controlToken}`;
}

/** Where a signed-in person goes on: what they asked for, when it was to look at something. */
function addressOf({ req }: Context<Accessed>): string {
  const { pathname, search } = new URL(req.url);
  return req.method === "GET" ? consolePathOf(pathname + search) : "/console";
}

/** An address of the console, as it is; whatever else a form or a URL brings, and what leads out of it by `..`, becomes its first page. */
function consolePathOf(given: unknown): string {
  if (typeof given !== "string" || !/^\/console(?:[/?][\x21-\x7e]*)?$/.test(given)) return "/console";
  const { pathname, search } = new URL(given, "http://mock");
  return pathname + search === given ? given : "/console";
}
