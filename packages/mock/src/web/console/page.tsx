import { getContext } from "hono/context-storage";
import type { Child } from "hono/jsx";
import { html } from "../html.ts";
import { Layout } from "../layout.tsx";
import { type Accessed, signOutPath } from "./access/access.tsx";
import { noteOf } from "./notes.ts";

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

/** A page of the console as an answer. It says what was done when its address carries the code of a note. */
export function consolePage({ title, current, accountId, scripts, children }: ConsolePageProps, status = 200): Promise<Response> {
  const {
    req,
    var: { isSignedIn = false },
  } = getContext<Accessed>();
  const note = noteOf(req.query("done"));
  return html(
    <Layout
      title={title}
      face="console"
      styles={["console.css"]}
      sidebar={<Sidebar current={current} accountId={accountId} isSignedIn={isSignedIn} />}
      {...(scripts ? { scripts } : {})}
    >
      <h1>{title}</h1>
      {note !== undefined && (
        <p class="notice" role="status">
          {note}
        </p>
      )}
      {children}
    </Layout>,
    status,
  );
}

/** Says in the frame of the console that something is not there or cannot be done. @param message plain text; it may hold what came */
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
