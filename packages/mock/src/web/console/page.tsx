import type { Child } from "hono/jsx";
import { html } from "../html.ts";
import { Layout } from "../layout.tsx";

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

/** A page of the console as an answer. */
export function consolePage({ title, current, accountId, scripts, children }: ConsolePageProps, status = 200): Promise<Response> {
  const own = ofAccount.map(([path, text]) => [`/console/accounts/${accountId}${path}`, text] as const);
  const sidebar = (
    <nav class="sidebar" aria-label="Console">
      <Sections sections={everywhere} current={current} />
      {accountId !== undefined && (
        <>
          <p class="muted">Account {accountId}</p>
          <Sections sections={own} current={current} />
        </>
      )}
    </nav>
  );
  return html(
    <Layout title={title} face="console" sidebar={sidebar} {...(scripts ? { scripts } : {})}>
      <h1>{title}</h1>
      {children}
    </Layout>,
    status,
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
