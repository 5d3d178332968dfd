import { html } from "../../html.ts";
import { Layout } from "../../layout.tsx";

export interface SignInPageProps {
  /** Where to go on. */
  readonly next: string;
  /** Whether a wrong control token was given before. */
  readonly isWrong?: boolean;
  /** After how many seconds the next try may be made, where there were too many wrong ones. */
  readonly retryAfter?: number;
}

/** Asks for the control token. */
export function signInPage({ next, isWrong = false, retryAfter }: SignInPageProps, status: number): Promise<Response> {
  const title = "Sign in to the console";
  const challenge: Record<string, string> = isWrong ? {} : { "www-authenticate": "Bearer" };
  return html(
    <Layout title={title} face="console">
      <h1>{title}</h1>
      {retryAfter !== undefined && <p role="alert">Too many wrong control tokens were tried. Try again in {retryAfter} seconds.</p>}
      {isWrong && <p role="alert">That is not the control token of this mock.</p>}
      <form method="post" action="/console/sign-in" class="card">
        <p>
          Whoever started this mock gave it a control token, by <code>--control-token</code> or <code>CRM_PLATFORM_MOCK_CONTROL_TOKEN</code>
          .
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

/** Says who may see the console, and how to become one of them. */
export function refusalPage(): Promise<Response> {
  const title = "The console is open to this machine only";
  return html(
    <Layout title={title}>
      <h1>{title}</h1>
      <p role="alert">This request came from another machine, through a proxy, by another host name, or from a page of another site.</p>
      <ul>
        <li>
          On the machine where the mock runs, open its own address, for example <code>http://127.0.0.1:4010/console</code>.
        </li>
        <li>
          If a page of another site has led you here, <a href="/console">open the console</a> from this page.
        </li>
        <li>
          From anywhere else, start the mock with a control token: <code>--control-token</code> or{" "}
          <code>CRM_PLATFORM_MOCK_CONTROL_TOKEN</code>. The console then asks for it.
        </li>
      </ul>
    </Layout>,
    403,
  );
}
