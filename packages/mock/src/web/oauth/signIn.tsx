import type { Question } from "../../platform/consent/authorize.ts";
import { Fact } from "../fact.tsx";
import type { Markup } from "../html.ts";
import { Frame, HiddenFields } from "./frame.tsx";

export interface SignInPageProps {
  readonly question: Question;
  readonly otherAccountId: number | undefined;
}

/** Lets the user pick the account. There is one to pick from, that of the app, and no password: it stands for a sign-in. */
export function SignInPage({ question, otherAccountId }: SignInPageProps): Markup {
  const { appName, accountId, hubDomain, userEmail, fields } = question;
  return (
    <Frame title="Choose an account" appName={appName}>
      <h1>Choose an account</h1>
      <p class="lead">
        to go on to <bdi>{appName}</bdi>
      </p>
      {otherAccountId !== undefined && (
        <p class="notice warning">
          You were signed in to account {otherAccountId}. <bdi>{appName}</bdi> belongs to another one, so choose again.
        </p>
      )}
      <form method="post" action="/oauth/authorize" class="card">
        <HiddenFields fields={fields} />
        <dl class="facts">
          <Fact term="User">{userEmail}</Fact>
          <Fact term="Account">
            {hubDomain} <span class="muted">account {accountId}</span>
          </Fact>
        </dl>
        <p class="actions">
          <button type="submit" name="account" value={String(accountId)} class="primary">
            Continue as {userEmail}
          </button>
        </p>
      </form>
      <p class="muted">This is a mock of the platform, so there is no password. Nothing is granted before the next page.</p>
    </Frame>
  );
}
