import type { Answer } from "../../contract/message.ts";
import type { AuthorizeView } from "../../platform/consent/authorizePage.ts";
import type { Markup } from "../html.ts";
import { ConsentPage } from "./consent.tsx";
import { Frame } from "./frame.tsx";
import { formActionOf } from "./redirectTarget.ts";
import { SignInPage } from "./signIn.tsx";

/** Makes a page of `/oauth/authorize` into an answer. */
export async function show(view: AuthorizeView): Promise<Answer> {
  if (view.view === "mistake") return answer(view.status, <MistakePage message={view.message} />, []);
  if (view.view === "signIn") return answer(200, <SignInPage {...view} />, ["'self'"]);
  return answer(200, <ConsentPage {...view} />, ["'self'", formActionOf(view.question.redirectUri)]);
}

/** @param formAction where forms may lead; browsers hold it against the redirect that comes of them, too */
async function answer(status: number, page: Markup, formAction: readonly string[]): Promise<Answer> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${formAction.join(" ") || "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  // No `Cross-Origin-Opener-Policy`: apps may open the page in a window of its own and wait for what that says.
  const headers = {
    "content-type": "text/html;charset=utf-8",
    "content-security-policy": policy.join("; "),
    "x-frame-options": "DENY",
    // With `no-referrer` browsers send forms with `Origin: null`, by which nobody can tell whose page it was.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return { status, headers, body: `<!doctype html>${await page}` };
}

function MistakePage({ message }: { readonly message: string }): Markup {
  return (
    <Frame title="The app cannot be connected">
      <h1>The app cannot be connected</h1>
      <p role="alert">{message}</p>
      <p>Nothing was changed. Go back to the app and begin again; if it happens once more, tell whoever makes the app.</p>
    </Frame>
  );
}
