import { html } from "../../html.ts";
import { Layout } from "../../layout.tsx";

export interface SignInPageProps {
  readonly next: string;
  readonly isWrong?: boolean;
  /** After too many wrong tokens, the number of seconds until the next attempt is allowed. */
  readonly retryAfter?: number;
}

export function signInPage({ next, isWrong = false, retryAfter }: SignInPageProps, status: number): Promise<Response> {
  const title = "Sign in to the console";
  const challenge: Record<string, string> = isWrong ? {} : { "www-authenticate": "Bearer" };
  return html(
    <Layout title={title} site="console">
      <h1>{title}</h1>
      {retryAfter !== undefined && <p role="alert">Too many wrong control tokens. Try again in {retryAfter} seconds.</p>}
      {isWrong && <p role="alert">Wrong control token.</p>}
      <form method="post" action="/console/sign-in" class="card">
        <p>
          This mock was started with a control token: <code>--control-token</code> or <code>CRM_PLATFORM_MOCK_CONTROL_TOKEN</code>.
        </p>
        <input type="hidden" name="next" value={next} />
        <p>
          <label>
            Control token
            <input type="password" name="token" autocomplete="current-password" required />
          </label>
        </p>
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </Layout>,
    status,
    retryAfter === undefined ? challenge : { "retry-after": String(retryAfter) },
  );
}

export function rejectionPage(): Promise<Response> {
  const title = "The console accepts requests from this machine only";
  return html(
    <Layout title={title}>
      <h1>{title}</h1>
      <p role="alert">This request came from another machine or another site, through a proxy, or with another host name.</p>
      <ul>
        <li>
          On the machine where the mock runs, open its local address, for example <code>http://127.0.0.1:4010/console</code>.
        </li>
        <li>
          If you followed a link on another site, <a href="/console">open the console</a> from this page.
        </li>
        <li>
          To allow access from anywhere else, start the mock with a control token: <code>--control-token</code> or{" "}
          <code>CRM_PLATFORM_MOCK_CONTROL_TOKEN</code>. The console then asks for the token.
        </li>
      </ul>
    </Layout>,
    403,
  );
}
