import { hash } from "node:crypto";
import type { Answer } from "../contract/message.ts";
import type { AccountProfile } from "../store/store.ts";

interface Consent {
  readonly appName: string;
  readonly profile: AccountProfile;
  readonly scopes: readonly string[];
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Asks the user whether the app may have what it asks for. */
export function consentPage({ appName, profile, scopes, fields }: Consent): Answer {
  const hidden = fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`);
  const list = scopes.map((scope) => `<li><code>${escaped(scope)}</code></li>`);
  const app = escaped(appName);
  return page(
    200,
    `Connect ${app}`,
    `<h1>Connect ${app} with ${escaped(profile.hubDomain)}?</h1>
<p>You are signed in as ${escaped(profile.userEmail)}.</p>
<h2 id="scopes">What ${app} may do in this account</h2>
<ul aria-labelledby="scopes">
${list.join("\n")}
</ul>
<form method="get" aria-label="Your decision">
${hidden.join("\n")}
<button type="submit" name="decision" value="approve">Connect ${app}</button>
<button type="submit" name="decision" value="deny">Cancel</button>
</form>`,
  );
}

/** Tells what is wrong with an install URL that leads nowhere. @param message without a value from the request */
export function errorPage(message: string): Answer {
  return page(
    400,
    "The app cannot be connected",
    `<h1>The app cannot be connected</h1>
<p role="alert">${escaped(message)}</p>
<p>Nothing was changed. Tell whoever gave you this address.</p>`,
  );
}

const style = `:root { color-scheme: light dark }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem }
button { font: inherit; padding: 0.5rem 1rem; margin: 0.5rem 0.5rem 0 0 }`;

// There is no form-action: browsers hold it against the redirect, too, and that one leads to the app.
const policy = `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; base-uri 'none'; frame-ancestors 'none'`;

function page(status: number, title: string, content: string): Answer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – CRM Platform</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
  const headers = {
    "content-type": "text/html;charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  return { status, headers, body };
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
