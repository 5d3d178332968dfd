import type { Question } from "../../platform/consent/authorize.ts";
import { HiddenFields } from "../console/components/forms.tsx";
import { Facts } from "../facts.tsx";
import type { Markup } from "../html.ts";
import { Frame } from "./consent.tsx";

export interface SignInPageProps {
  readonly question: Question;
  readonly otherAccountId: number | undefined;
}

/** The app's account is the only choice, and a password is not needed. */
export function SignInPage({ question, otherAccountId }: SignInPageProps): Markup {
  const { appName, accountId, hubDomain, userEmail, fields } = question;
  return (
    <Frame title="Choose an account" appName={appName}>
      <h1>Choose an account</h1>
      <p class="lead">
        to continue to <bdi>{appName}</bdi>
      </p>
      {otherAccountId !== undefined && (
        <p class="notice warning">
          You were signed in to account {otherAccountId}. <bdi>{appName}</bdi> belongs to another account, so you need to choose again.
        </p>
      )}
      <form method="post" action="/oauth/authorize" class="card">
        <HiddenFields fields={fields} />
        <Facts isPlain facts={{ User: userEmail, Account: `${hubDomain}, account ${accountId}` }} />
        <p class="actions">
          <button type="submit" name="account" value={String(accountId)} class="primary">
            Continue as {userEmail}
          </button>
        </p>
      </form>
      <p class="muted">
        This is a mock of the platform, so you need no password. Nothing is granted until you approve the app on the next page.
      </p>
    </Frame>
  );
}
