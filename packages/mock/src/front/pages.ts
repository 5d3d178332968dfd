import type { Context, Env, Hono } from "hono";
import type { OpenApiDocument } from "../contract/document.ts";
import { jsonType } from "../contract/message.ts";
import type { Render } from "../http/visit.ts";

/** Something to show beside the API that is always the same. */
export interface Page {
  readonly contentType: string;
  readonly body: string;
}

/** A page that is made anew for each visit, such as a form and what comes of it. */
export interface RenderedPage {
  readonly methods: readonly ("GET" | "POST")[];
  readonly render: Render;
}

/** Pages by their path, for example `/oauth/authorize`. */
export type Pages = Readonly<Record<string, Page | RenderedPage>>;

const documentPath = "/openapi.json";

/** The methods of the pages that `addPages` serves, by their path. */
export function pageMethods(pages: Pages): (readonly [path: string, method: string])[] {
  const rendered = Object.entries(pages).flatMap(([path, page]) =>
    "render" in page ? page.methods.map((method) => [path, method] as const) : [[path, "GET"] as const],
  );
  return [[documentPath, "GET"], ["/", "GET"], ...rendered];
}

/** Serves the document, the given pages, and a front door. @param home where the door leads to; without one it lists the URLs */
export function addPages<Environment extends Env>(
  app: Hono<Environment>,
  { document, pages, home }: { readonly document: OpenApiDocument; readonly pages: Pages; readonly home: string | undefined },
  handle: (render: Render, context: Context<Environment>) => Promise<Response>,
): void {
  const body = JSON.stringify(document);
  app.get(documentPath, (context) => context.body(body, 200, { "content-type": jsonType }));
  for (const [path, page] of Object.entries(pages)) {
    if ("render" in page) app.on([...page.methods], path, (context) => handle(page.render, context));
    else app.get(path, (context) => context.body(page.body, 200, { "content-type": page.contentType }));
  }
  app.get("/", (context) => {
    if (home !== undefined) return context.redirect(home);
    const urls = [documentPath, ...Object.keys(document.paths)].map((path) => new URL(context.req.url).origin + path);
    return context.json({ title: document.info["title"], urls });
  });
}
