import type { Hono } from "hono";
import type { OpenApiDocument } from "../contract/document.ts";
import { jsonType } from "../contract/message.ts";

/** Something to show beside the API. */
export interface Page {
  readonly contentType: string;
  readonly body: string;
}

/** Pages by their path, for example `/docs`. */
export type Pages = Readonly<Record<string, Page>>;

const documentPath = "/openapi.json";

/** The paths that `addPages` serves. */
export function pagePaths(pages: Pages): string[] {
  return [documentPath, "/", ...Object.keys(pages)];
}

/** Serves the document, the given pages, and a front door that leads to them. */
export function addPages(app: Hono, document: OpenApiDocument, pages: Pages): void {
  const body = JSON.stringify(document);
  app.get(documentPath, (context) => context.body(body, 200, { "content-type": jsonType }));
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, (context) => context.body(page.body, 200, { "content-type": page.contentType }));
  }
  if (pages["/"]) return;
  app.get("/", (context) => {
    if (pages["/docs"]) return context.redirect("/docs");
    const urls = [documentPath, ...Object.keys(document.paths)].map((path) => new URL(context.req.url).origin + path);
    return context.json({ title: document.info["title"], urls });
  });
}
