import type { HtmlEscapedString } from "hono/utils/html";

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Pages are not cached, because they show the current state. */
export async function html(page: Markup, status: number = 200, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return new Response(`<!doctype html>${await page}`, {
    status,
    headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
