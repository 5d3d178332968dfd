import { Hono } from "hono";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { Refusal, statusOfCategory } from "../contract/errors/refusal.ts";
import type { Origin } from "../http/httpRequest.ts";
import { isOwnPage } from "../http/ownPage.ts";
import { html } from "./html.ts";
import { Layout } from "./layout.tsx";

export interface Bindings {
  Bindings: Origin;
  /** Headers of a single answer, in place of those that all have. */
  Variables: { ownHeaders?: Readonly<Record<string, string>> };
}

/** Nothing but our own files: no inline code, no inline style, no other host, no frame around us. */
const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  connectSrc: ["'self'"],
  frameSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

export interface AppOptions {
  readonly basePath: string;
  readonly onError: (error: unknown) => void;
  /** In place of single directives of the policy. */
  readonly policy?: Readonly<Record<string, string[]>>;
  /** In place of `errorPage`, where somebody asked for what is not there or cannot be done. */
  readonly refusalPage?: typeof errorPage;
}

/** A site with the headers, the protection of forms and the error pages that all of ours have. */
export function createApp({ basePath, onError, policy: own = {}, refusalPage = errorPage }: AppOptions): Hono<Bindings> {
  const app = new Hono<Bindings>().basePath(basePath);
  app.use(async (context, next) => {
    await next();
    // Set last, after those that all answers have.
    for (const [name, value] of Object.entries(context.get("ownHeaders") ?? {})) context.header(name, value);
  });
  app.use(
    secureHeaders({
      contentSecurityPolicy: { ...policy, ...own },
      xFrameOptions: "DENY",
      // With `no-referrer` browsers send forms with `Origin: null`, by which nobody can tell whose page it was.
      referrerPolicy: "same-origin",
      strictTransportSecurity: false,
    }),
  );
  app.use(compress());
  app.use(async ({ req }, next) => {
    if (changesSomething(req.method) && !isOwnPage(req.header(), new URL(req.url))) throw new HTTPException(403);
    await next();
  });
  app.notFound(() => refusalPage(404, "There is no such page", "The address may have a slip in it, or what it names is gone."));
  app.onError((error) => {
    if (error instanceof Refusal) return refusalPage(statusOfCategory[error.category], "That did not work", error.message);
    if (error instanceof HTTPException)
      return errorPage(error.status, "That was refused", "The form was not sent from a page of this mock.");
    onError(error);
    return errorPage(500, "The mock failed", "What went wrong is in its log.");
  });
  return app;
}

function changesSomething(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** @param message plain text; it may hold what a request has brought */
export function errorPage(status: number, title: string, message: string): Promise<Response> {
  return html(
    <Layout title={title}>
      <h1>{title}</h1>
      <p role="alert">{message}</p>
    </Layout>,
    status,
  );
}
