import type { Context } from "hono";
import { getContext } from "hono/context-storage";
import type { Child } from "hono/jsx";
import { Refusal } from "../../contract/errors/refusal.ts";
import type { Bindings } from "../app.tsx";
import { html } from "../html.ts";
import { Layout } from "../layout.tsx";
import { type Accessed, signOutPath } from "./access/access.tsx";

/** The pages of an account, below `/console`. */
export const accountPath = "/accounts/:accountId{[0-9]+}";

/** The account that a page is about, by its path. @throws Refusal for what is no account id */
export function accountIn({ req }: Context<Bindings>): number {
  const accountId = Number(req.param("accountId"));
  // The number 0 stands for all accounts, and one with more digits than a number has would be rounded.
  if (!Number.isSafeInteger(accountId) || accountId < 1) throw new Refusal("OBJECT_NOT_FOUND", "There is no account with this id.");
  return accountId;
}

/** The same; `undefined` on a page about all accounts. */
export function ownerIn(context: Context<Bindings>): number | undefined {
  return context.req.param("accountId") === undefined ? undefined : accountIn(context);
}

/** The address of a section, for example `faults`: of an account, or of all where it is `undefined`. */
export function addressOf(accountId: number | undefined, section: string): string {
  return accountId === undefined ? `/console/${section}` : `/console/accounts/${accountId}/${section}`;
}

/** What a page says after a form was sent, by the code in its address. No other text from an address is ever shown. */
const notes = {
  "journal-cleared": "The requests are gone.",
  "account-deleted": "The account and all that was in it are gone.",
  "token-revoked": "The token is revoked: it is unknown from now on.",
  "token-expired": "The token has expired: the API answers it with 401 EXPIRED_AUTHENTICATION from now on.",
  "clock-set": "The clock is set.",
  "fault-added": "The fault is set. It strikes from the next call on.",
  "fault-deleted": "The fault is gone.",
  "faults-cleared": "The faults are gone.",
  "record-saved": "The record is saved.",
  "snapshot-saved": "The snapshot is saved.",
  "snapshot-restored": "The account holds what the snapshot has in it, and nothing else.",
  "snapshot-deleted": "The saved snapshot is gone. The account stays as it is.",
} as const;

/** Leads from a form that was sent to a page that says what was done. @param path of that page, without a query */
export function done({ redirect }: Context, path: string, code: keyof typeof notes): Response {
  return redirect(`${path}?done=${code}`, 303);
}

export interface ConsolePageProps {
  readonly title: string;
  /** The path of the section that the page belongs to, for example `/console/faults`. */
  readonly current: string;
  /** The account that the page is about; its sections are beside the page, too. */
  readonly accountId?: number | undefined;
  readonly scripts?: readonly string[];
  readonly children?: Child;
}

const everywhere = [
  ["/console", "Requests"],
  ["/console/accounts", "Accounts"],
  ["/console/clock", "Clock"],
  ["/console/faults", "Faults"],
  ["/console/oauth", "OAuth debugger"],
] as const;

const ofAccount = [
  ["", "Overview"],
  ["/requests", "Requests"],
  ["/outbox", "Outbox"],
  ["/records", "Records"],
  ["/tokens", "Tokens"],
  ["/clock", "Clock"],
  ["/faults", "Faults"],
  ["/snapshots", "Snapshots"],
] as const;

/** A page of the console as a response. */
export function consolePage({ title, current, accountId, scripts, children }: ConsolePageProps, status = 200): Promise<Response> {
  const {
    req,
    var: { isSignedIn = false },
  } = getContext<Accessed>();
  const code = req.query("done") ?? "";
  return html(
    <Layout
      title={title}
      face="console"
      styles={["console.css"]}
      sidebar={<Sidebar current={current} accountId={accountId} isSignedIn={isSignedIn} />}
      {...(scripts ? { scripts } : {})}
    >
      <h1>{title}</h1>
      {Object.hasOwn(notes, code) && (
        <p class="notice" role="status">
          {notes[code as keyof typeof notes]}
        </p>
      )}
      {children}
    </Layout>,
    status,
  );
}

/** Says that something is not there or cannot be done. @param message plain text; it may hold what a request has brought */
export function consoleRefusal(status: number, title: string, message: string): Promise<Response> {
  return consolePage({ title, current: "", children: <p role="alert">{message}</p> }, status);
}

interface SidebarProps extends Pick<ConsolePageProps, "current" | "accountId"> {
  readonly isSignedIn: boolean;
}

function Sidebar({ current, accountId, isSignedIn }: SidebarProps) {
  const own = ofAccount.map(([path, text]) => [`/console/accounts/${accountId}${path}`, text] as const);
  return (
    <nav class="sidebar" aria-label="Console">
      <Sections sections={everywhere} current={current} />
      {accountId !== undefined && (
        <>
          <p class="muted">Account {accountId}</p>
          <Sections sections={own} current={current} />
        </>
      )}
      {isSignedIn && (
        <form method="post" action={signOutPath}>
          <button type="submit" class="small">
            Sign out
          </button>
        </form>
      )}
    </nav>
  );
}

function Sections({ sections, current }: { readonly sections: readonly (readonly [string, string])[]; readonly current: string }) {
  return (
    <ul>
      {sections.map(([path, text]) => (
        <li>
          <a href={path} aria-current={path === current ? "page" : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
