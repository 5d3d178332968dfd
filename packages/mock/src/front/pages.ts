import type { Context, Env, Hono } from "hono";
import { Rejection } from "../contract/errors/rejection.ts";
import { jsonType } from "../contract/message.ts";
import type { OpenApiDocument } from "../contract/openapi/document.ts";
import { withoutExtensions } from "../contract/openapi/operations.ts";
import { versionDocument, versionsIn } from "../contract/openapi/versionDocument.ts";
import { ownAddress } from "../http/ownAddress.ts";
import type { Render } from "../http/serve.ts";

/** The document is served with the mock's address as its only server. */
export interface DocumentPage {
  readonly document: OpenApiDocument;
}

export interface RenderedPage {
  readonly methods: readonly ("GET" | "POST")[];
  readonly render: Render;
}

export type Pages = Readonly<Record<string, DocumentPage | RenderedPage>>;

const documentPath = "/openapi.json";

/** Returns the allowed methods by path. */
export function pageMethods(pages: Pages): Record<string, string[]> {
  const methodsOf = (page: Pages[string]) => ("render" in page ? [...page.methods].flatMap(withHead) : getOnly);
  const own = Object.entries(pages).map(([path, page]) => [path, methodsOf(page)]);
  return { [documentPath]: getOnly, "/": getOnly, ...Object.fromEntries(own) };
}

const getOnly = ["GET", "HEAD"];

function withHead(method: string): string[] {
  return method === "GET" ? getOnly : [method];
}

export function addPages<Environment extends Env>(
  app: Hono<Environment>,
  { document, pages, home }: { readonly document: OpenApiDocument; readonly pages: Pages; readonly home: string | undefined },
  handle: (render: Render, context: Context<Environment>) => Promise<Response>,
): void {
  const all: Pages = { [documentPath]: { document }, ...pages };
  for (const [path, page] of Object.entries(all)) {
    if ("render" in page) app.on([...page.methods], path, (context) => handle(page.render, context));
    else app.get(path, (context) => documentOf(page.document, context));
  }
  app.get("/", (context) => {
    if (home !== undefined) return context.redirect(home);
    const urls = [documentPath, ...withoutExtensions(document.paths)].map((path) => addressIn(context) + path);
    return context.json({ title: document.info["title"], urls });
  });

  /** The query parameter `version` selects the document of one version. */
  function documentOf(whole: OpenApiDocument, context: Context<Environment>): Response | Promise<Response> {
    const version = context.req.query("version");
    if (version === undefined) return documentResponse(whole, addressIn(context));
    const names = versionsIn(whole);
    if (names.includes(version)) return documentResponse(versionDocument(whole, version), addressIn(context));
    const message = `No interface has the version ${version.slice(0, maxVersionLength)}. Versions: ${names.join(", ")}.`;
    return handle(async () => ({ error: new Rejection("RESOURCE_NOT_FOUND", message) }), context);
  }
}

function addressIn({ req }: Context): string {
  return ownAddress(new URL(req.url), req.header());
}

const maxVersionLength = 20;

/** Caches must not store the response, because it contains the address that the client used. */
function documentResponse(document: OpenApiDocument, address: string): Response {
  const ownDocument = { ...document, servers: [{ url: address, description: "This mock." }] };
  return new Response(JSON.stringify(ownDocument), { headers: { "content-type": jsonType, "cache-control": "no-store" } });
}
