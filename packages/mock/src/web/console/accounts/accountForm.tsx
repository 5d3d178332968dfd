import { scopes } from "@crm-platform/types";
import type { Markup } from "../../html.ts";
import type { FailedInput } from "./accounts.tsx";

/** Makes an account; with a click, or with scopes and a redirect URI. */
export function AccountForm({ failed }: { readonly failed?: FailedInput }): Markup {
  const { scopes: chosen = [], redirectUris: [redirectUri = ""] = [] } = failed?.input ?? {};
  return (
    <form method="post" action="/console/accounts" class="card">
      {failed && (
        <p role="alert" id="account-problem">
          {failed.message}
        </p>
      )}
      <p>An account is all the isolation that a test needs: it has an app with tokens, a clock and data of its own.</p>
      <details open={failed !== undefined}>
        <summary>Choose its scopes and a redirect URI</summary>
        <p>
          <label>
            Redirect URI
            <input
              name="redirectUri"
              value={redirectUri}
              aria-describedby={failed ? "redirect-uri-hint account-problem" : "redirect-uri-hint"}
            />
          </label>
          <span class="hint" id="redirect-uri-hint">
            Where users may be sent back to after they approved the app. It may be left out.
          </span>
        </p>
        <fieldset>
          <legend>Scopes</legend>
          <p class="hint">What the app and its tokens may do. Everything, when none is ticked.</p>
          <div class="choices">
            {Object.entries(scopes).map(([scope, text]) => (
              <label class="choice">
                <input type="checkbox" name="scope" value={scope} checked={chosen.includes(scope)} />
                <span>
                  <code>{scope}</code>
                  <span class="hint">{text}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      </details>
      <button type="submit" class="primary">
        Make an account
      </button>
    </form>
  );
}
