import type { Context } from "hono";
import type { Bindings } from "../../app.tsx";

// An email is a stranger's page. Its own styles are all that works of it: no script, no form, and nothing is fetched.
const policy = [
  "sandbox",
  "default-src 'none'",
  "img-src data:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
];

/** The HTML of an email, as a page that only our own pages can have in a frame. */
export function sendFrame(context: Context<Bindings>, html: string): Response {
  context.set("ownHeaders", {
    "content-security-policy": policy.join("; "),
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "no-referrer",
  });
  return new Response(html, { headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store" } });
}
