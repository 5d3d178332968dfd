import type { ContractResponse } from "../../contract/message.ts";
import type { AuthorizeView } from "../../platform/consent/authorizePage.ts";
import type { Markup } from "../html.ts";
import { ConsentPage, Frame } from "./consent.tsx";
import { formActionOf } from "./redirectTarget.ts";
import { SignInPage } from "./signIn.tsx";

export async function show(view: AuthorizeView): Promise<ContractResponse> {
  if (view.view === "mistake") return response(view.status, <MistakePage message={view.message} />, "'none'");
  if (view.view === "signIn") return response(200, <SignInPage {...view} />, "'self'");
  return response(200, <ConsentPage {...view} />, `'self' ${formActionOf(view.question.redirectUri)}`);
}

/** @param formAction the allowed targets of forms; browsers also apply them to redirects after a form submission */
async function response(status: number, page: Markup, formAction: string): Promise<ContractResponse> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  // `Cross-Origin-Opener-Policy` is omitted, because apps may open the page in a popup and wait for its message.
  const headers = {
    "content-type": "text/html;charset=utf-8",
    "content-security-policy": policy.join("; "),
    "x-frame-options": "DENY",
    // With `no-referrer`, browsers send forms with `Origin: null`, so forms from another site cannot be detected.
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
      <p>Nothing was changed. Go back to the app and try again. If the problem persists, contact the app's developer.</p>
    </Frame>
  );
}
