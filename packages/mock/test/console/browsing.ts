import type { Mock } from "@crm-platform/mock";
import { textOf } from "./browser.ts";

/** A simulated browser, which stores cookies, follows redirects within the mock, and sends a browser's headers. */
export interface Browsing {
  open(path: string): Promise<Seen>;
  /** The given fields override the fields of the form. */
  submit(page: Seen, action: string, fields?: Readonly<Record<string, string>>): Promise<Seen>;
  readonly cookies: ReadonlyMap<string, string>;
}

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly text: string;
  /** The final URL. URLs outside the mock are not opened. */
  readonly url: URL;
}

export function browsing({ fetch, url: origin }: Pick<Mock, "fetch" | "url">): Browsing {
  const cookies = new Map<string, string>();
  return { open: (path) => go(new URL(path, origin), { method: "GET" }), submit, cookies };

  async function submit({ html }: Seen, action: string, fields: Readonly<Record<string, string>> = {}): Promise<Seen> {
    const form = html.split("<form ").find((part) => part.includes(`action="${action}"`)) ?? "";
    const content = form.split("</form>")[0] ?? "";
    return go(new URL(action, origin), { method: "POST", body: new URLSearchParams({ ...hiddenIn(content), ...fields }) });
  }

  async function go(url: URL, init: RequestInit): Promise<Seen> {
    const headers = { "sec-fetch-site": "same-origin", cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) keep(cookie);
    const location = response.headers.get("location");
    const next = location === null ? undefined : new URL(location, url);
    if (next?.origin === url.origin) return go(next, { method: "GET" });
    const html = await response.text();
    return { status: response.status, headers: response.headers, html, text: textOf(html), url: next ?? url };
  }

  function keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/; Max-Age=0\b/.test(cookie)) cookies.delete(name);
    else cookies.set(name, value);
  }
}

function hiddenIn(form: string): Record<string, string> {
  const inputs = form.matchAll(/<input type="(?:hidden|checkbox)" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [textOf(name), textOf(value)]));
}
