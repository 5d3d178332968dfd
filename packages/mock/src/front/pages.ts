import type { Context, Env, Hono } from "hono";
import type { OpenApiDocument } from "../contract/document.ts";
import { jsonType } from "../contract/message.ts";
import type { Render } from "../http/visit.ts";

/** Something to show beside the API. */
export interface Page {
  readonly contentType: string;
  readonly body: string;
}

/** Pages by their path, for example `/docs`. */
export type Pages = Readonly<Record<string, Page | Render>>;

const documentPath = "/openapi.json";

/** The paths that `addPages` serves. */
export function pagePaths(pages: Pages): string[] {
  return [documentPath, "/", ...Object.keys(pages)];
}

/** Serves the document, the given pages, and a front door that leads to them. */
export function addPages<Environment extends Env>(
  app: Hono<Environment>,
  document: OpenApiDocument,
  pages: Pages,
  handle: (render: Render, context: Context<Environment>) => Promise<Response>,
): void {
  const body = JSON.stringify(document);
  app.get(documentPath, (context) => context.body(body, 200, { "content-type": jsonType }));
  for (const [path, page] of Object.entries(pages)) {
    if (typeof page === "function") app.get(path, (context) => handle(page, context));
    else app.get(path, (context) => context.body(page.body, 200, { "content-type": page.contentType }));
  }
  if (pages["/"]) return;
  app.get("/", (context) => {
    if (pages["/docs"]) return context.redirect("/docs");
    const urls = [documentPath, ...Object.keys(document.paths)].map((path) => new URL(context.req.url).origin + path);
    return context.json({ title: document.info["title"], urls });
  });
}
