import type { HtmlEscapedString } from "hono/utils/html";

/** What JSX makes. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A page as an answer. Nothing of it is kept, because it shows what is there now. */
export async function html(page: Markup, status: number = 200, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return new Response(`<!doctype html>${await page}`, {
    status,
    headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
