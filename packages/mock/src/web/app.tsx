import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { Rejection, statusOfCategory } from "../contract/errors/rejection.ts";
import { isOwnPage, type Origin } from "../http/httpRequest.ts";
import { html } from "./html.ts";
import { Layout } from "./layout.tsx";

export interface Bindings {
  Bindings: Origin;
  /** Headers that replace the site's headers in a single response. */
  Variables: { ownHeaders?: Readonly<Record<string, string>> };
}

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

type ErrorPage = (context: Context<Bindings>, status: number, title: string, message: string) => Promise<Response>;

export interface AppOptions {
  readonly basePath: string;
  readonly onError: (error: unknown) => void;
  readonly errorPage?: ErrorPage;
}

export function createApp({ basePath, onError, errorPage = plainErrorPage }: AppOptions): Hono<Bindings> {
  const app = new Hono<Bindings>().basePath(basePath);
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(context.get("ownHeaders") ?? {})) context.header(name, value);
  });
  app.use(
    secureHeaders({
      contentSecurityPolicy: policy,
      xFrameOptions: "DENY",
      // With `no-referrer`, browsers send forms with `Origin: null`, so forms from another site cannot be detected.
      referrerPolicy: "same-origin",
      strictTransportSecurity: false,
    }),
  );
  app.use(compress());
  app.use(async ({ req }, next) => {
    const isRead = req.method === "GET" || req.method === "HEAD";
    if (!isRead && !isOwnPage(req.header(), new URL(req.url))) throw new HTTPException(403);
    await next();
  });
  app.notFound((context) =>
    errorPage(context, 404, "Page not found", "Check the address. The page, or the item that it shows, may have been deleted."),
  );
  app.onError((error, context) => {
    if (error instanceof Rejection) return errorPage(context, statusOfCategory[error.category], "The request failed", error.message);
    if (error instanceof HTTPException) {
      return plainErrorPage(context, error.status, "Form rejected", "The form was not sent from a page of this mock.");
    }
    onError(error);
    return plainErrorPage(context, 500, "The mock failed", "See the mock's log for the error.");
  });
  return app;
}

/** @param message plain text; it may contain text from the request */
export function plainErrorPage(_: Context, status: number, title: string, message: string): Promise<Response> {
  return html(
    <Layout title={title}>
      <h1>{title}</h1>
      <p role="alert">{message}</p>
    </Layout>,
    status,
  );
}
