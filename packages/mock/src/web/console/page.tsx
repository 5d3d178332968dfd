import type { Context, Hono, MiddlewareHandler } from "hono";
import type { Child } from "hono/jsx";
import { invalidRequest, Rejection, statusOfCategory } from "../../contract/errors/rejection.ts";
import type { Bindings } from "../app.tsx";
import { html } from "../html.ts";
import { Layout } from "../layout.tsx";
import { type Accessed, signOutPath } from "./access/access.tsx";
import { type Attempt, type FormBody, formLimit, formOf, Problems, type Typed, typedIn } from "./components/forms.tsx";

export const accountPath = "/accounts/:accountId{[0-9]+}";

type AccountIdIn<Path extends string> = Path extends `${typeof accountPath}${string}` ? number : undefined;

export interface Page<AccountId extends number | undefined> {
  /** The section of the sidebar, for example `faults`. */
  readonly section: string;
  readonly render: (view: View<AccountId>) => Content | Promise<Content>;
  readonly actions?: Readonly<Record<string, Action<AccountId>>>;
  readonly limit?: MiddlewareHandler;
}

export interface View<AccountId extends number | undefined> {
  readonly accountId: AccountId;
  /** The page's address without the query. Forms are sent to this address. */
  readonly path: string;
  readonly query: Typed;
  readonly params: Typed;
  readonly context: Context<Bindings>;
  readonly attempt: Attempt | undefined;
}

export interface Content {
  readonly title: string;
  readonly children: Child;
  readonly scripts?: readonly string[];
}

export interface Action<AccountId extends number | undefined> {
  /** After the action, the browser is redirected to the page, unless the action returns a response. */
  readonly run: (view: View<AccountId> & { readonly typed: Typed; readonly form: FormBody }) => Promise<unknown>;
  readonly notice?: string;
  /** The control API's fields whose problems are shown beside the form's fields. */
  readonly fields?: readonly string[];
}

/** After an action, redirects to the page with a notice. If the input is rejected, shows the page again with the problems. */
export function addPage<Path extends string>(app: Hono<Bindings>, path: Path, page: Page<AccountIdIn<Path>>): void {
  const { actions = {}, limit = formLimit } = page;
  app.get(path, (context) => show(context));
  if (page.actions) app.post(path, limit, run);

  async function run(context: Context<Bindings>): Promise<Response> {
    const form = await formOf(context);
    const typed = typedIn(form);
    const { action = "" } = typed;
    try {
      const { notice, run: perform } = actionNamed(action) ?? unknownAction();
      const response = await perform({ ...viewOf(context), form, typed });
      if (response instanceof Response) return response;
      return context.redirect(notice === undefined ? context.req.path : `${context.req.path}?done=${action}`, 303);
    } catch (error) {
      if (error instanceof Rejection) return show(context, { action, form, typed, error });
      throw error;
    }
  }

  async function show(context: Context<Bindings>, attempt?: Attempt): Promise<Response> {
    const view = viewOf(context, attempt);
    const { children, ...content } = await page.render(view);
    // Only known notices are shown, never text from the query.
    const notice = attempt ? undefined : actionNamed(view.query["done"] ?? "")?.notice;
    return consolePage(
      context,
      {
        ...content,
        current: addressOf(view.accountId, page.section),
        accountId: view.accountId,
        children: (
          <>
            {notice !== undefined && (
              <p class="notice" role="status">
                {notice}
              </p>
            )}
            {attempt && <Problems error={attempt.error} beside={actionNamed(attempt.action)?.fields ?? []} />}
            {children}
          </>
        ),
      },
      attempt && statusOfCategory[attempt.error.category],
    );
  }

  function actionNamed(name: string): Action<AccountIdIn<Path>> | undefined {
    return Object.hasOwn(actions, name) ? actions[name] : undefined;
  }

  function viewOf(context: Context<Bindings>, attempt?: Attempt): View<AccountIdIn<Path>> {
    const { req } = context;
    const params: Typed = req.param();
    const accountId = params["accountId"] === undefined ? undefined : accountIn(context);
    return { accountId: accountId as AccountIdIn<Path>, path: req.path, query: req.query(), params, context, attempt };
  }
}

function unknownAction(): never {
  throw invalidRequest([{ in: "action", code: "enum", message: "action must be an action of this page" }]);
}

export function accountIn({ req }: Context<Bindings>): number {
  const accountId = Number(req.param("accountId"));
  // Faults for all accounts are stored under 0, but no account has this id.
  if (!Number.isSafeInteger(accountId) || accountId < 1) throw new Rejection("OBJECT_NOT_FOUND", "No account has this id.");
  return accountId;
}

export function addressOf(accountId: number | undefined, section: string): string {
  if (accountId !== undefined)
    return section === "overview" ? `/console/accounts/${accountId}` : `/console/accounts/${accountId}/${section}`;
  return section === "requests" ? "/console" : `/console/${section}`;
}

const sections = ["requests", "versions", "accounts", "clock", "faults", "oauth"];
const accountSections = [
  "overview",
  "timeline",
  "requests",
  "outbox",
  "email-templates",
  "smtp-tokens",
  "owners",
  "domains",
  "records",
  "properties",
  "pipelines",
  "labels",
  "custom-objects",
  "lists",
  "events",
  "webhooks",
  "tokens",
  "clock",
  "faults",
  "snapshots",
];

const menuId = "sections";

const names: Readonly<Record<string, string>> = {
  oauth: "OAuth debugger",
  "email-templates": "Email templates",
  "smtp-tokens": "SMTP tokens",
  "custom-objects": "Custom objects",
};

function nameOf(section: string): string {
  return names[section] ?? section.charAt(0).toUpperCase() + section.slice(1);
}

export interface ConsolePageProps extends Content {
  readonly current: string;
  readonly accountId?: number | undefined;
}

export function consolePage(
  context: Context,
  { title, current, accountId, scripts, children }: ConsolePageProps,
  status = 200,
): Promise<Response> {
  const { isSignedIn = false } = (context as Context<Accessed>).var;
  const sidebar = (
    <nav class="sidebar" aria-label="Console">
      {/* On narrow screens, the button opens the list as a popover. On wide screens, the list is always shown. */}
      <button type="button" class="menu" popovertarget={menuId}>
        Menu
      </button>
      <div id={menuId} popover="auto">
        <button type="button" class="menu" popovertarget={menuId} popovertargetaction="hide">
          Close
        </button>
        <Sections accountId={undefined} names={sections} current={current} />
        {accountId !== undefined && (
          <>
            <p class="muted">Account {accountId}</p>
            <Sections accountId={accountId} names={accountSections} current={current} />
          </>
        )}
      </div>
      {isSignedIn && (
        <form method="post" action={signOutPath}>
          <button type="submit" class="small">
            Sign out
          </button>
        </form>
      )}
    </nav>
  );
  return html(
    <Layout title={title} site="console" styles={["console.css"]} sidebar={sidebar} scripts={scripts}>
      <h1>{title}</h1>
      {children}
    </Layout>,
    status,
  );
}

interface SectionsProps {
  readonly accountId: number | undefined;
  readonly names: readonly string[];
  readonly current: string;
}

function Sections({ accountId, names, current }: SectionsProps) {
  const links = names.map((name) => ({ href: addressOf(accountId, name), text: nameOf(name) }));
  return (
    <ul>
      {links.map(({ href, text }) => (
        <li>
          <a href={href} aria-current={href === current ? "page" : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** @param message plain text; it may contain text from the request */
export function consoleError(context: Context, status: number, title: string, message: string): Promise<Response> {
  return consolePage(context, { title, current: "", children: <p role="alert">{message}</p> }, status);
}
