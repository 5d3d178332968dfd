import type { Context, Hono } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { Rejection } from "../../../contract/errors/rejection.ts";
import { isEqual, rejectStranger } from "../../../control/api/access.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { formLimit, formOf } from "../components/forms.tsx";
import { rejectionPage, signInPage } from "./signInPages.tsx";
import { createThrottle, type Throttle } from "./throttle.ts";

export type Accessed = Bindings & { Variables: { isSignedIn?: boolean } };

export const signOutPath = "/console/sign-out";

const cookieName = "crm-platform-console";
const cookieOptions = { httpOnly: true, sameSite: "Strict", path: "/console" } as const;
const signedInForSeconds = 12 * 60 * 60;

/**
 * The sign-in cookie is an expiry time signed with the control token, so it does not reveal the token, and every process with the same
 * token accepts it. Without a control token, only requests from this machine are accepted.
 */
export function addAccess(app: Hono<Bindings>, { controlToken }: Parts): void {
  if (controlToken !== undefined) addSignIn(app, controlToken, createThrottle());
  app.use(
    createMiddleware<Accessed>(async (context, next) => {
      const rejection = rejectionOf(context, controlToken);
      if (rejection === undefined) return next();
      if (controlToken === undefined) return rejectionPage();
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
    const { token, next } = await formOf(context);
    const address = consolePathOf(next);
    const { remoteAddress } = context.env;
    const retryAfter = throttle.secondsLeft(remoteAddress);
    if (retryAfter > 0) return signInPage({ next: address, retryAfter }, 429);
    if (typeof token !== "string" || !isEqual(token, controlToken)) {
      throttle.countFailure(remoteAddress);
      return signInPage({ next: address, isWrong: true }, 403);
    }
    const expiresAt = Date.now() + signedInForSeconds * 1000;
    // This is the origin that the browser sees, even behind a TLS-terminating proxy.
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

function rejectionOf({ req, env }: Context<Accessed>, controlToken: string | undefined): Rejection | undefined {
  try {
    rejectStranger({ remoteAddress: env.remoteAddress, headers: req.header(), url: new URL(req.url) }, controlToken);
    return undefined;
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
}

async function hasCookie(context: Context<Accessed>, controlToken: string): Promise<boolean> {
  const expiresAt = await getSignedCookie(context, keyOf(controlToken), cookieName);
  return typeof expiresAt === "string" && Date.now() < Number(expiresAt);
}

/** Returns a key that is used only for the cookie, so that nothing else signed with the token is a valid cookie. */
function keyOf(controlToken: string): string {
  return `${cookieName} ${controlToken}`;
}

/** Returns the page to show after signing in. */
function addressOf({ req }: Context<Accessed>): string {
  const { pathname, search } = new URL(req.url);
  return req.method === "GET" ? consolePathOf(pathname + search) : "/console";
}

/** Returns `/console` for any value that is not an address of the console, including paths that leave the console with `..`. */
function consolePathOf(given: unknown): string {
  if (typeof given !== "string" || !/^\/console(?:[/?][\x21-\x7e]*)?$/.test(given)) return "/console";
  const { pathname, search } = new URL(given, "http://mock");
  return pathname + search === given ? given : "/console";
}
