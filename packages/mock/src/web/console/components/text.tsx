import { operationTable } from "@crm-platform/types";
import type { Markup } from "../../html.ts";
import { pageOfOperation } from "../../operationPage.ts";
import type { Options } from "./forms.tsx";

/** Shortens a string and isolates its writing direction, so that it cannot reverse adjacent text. */
export function Cut({ text, max }: { readonly text: string; readonly max: number }): Markup {
  const shown = cut(text, max);
  if (shown === text) return <bdi>{text}</bdi>;
  return (
    <>
      <bdi>{shown}</bdi>… <span class="muted">({(text.length - shown.length).toLocaleString("en")} more characters)</span>
    </>
  );
}

/** Shortens a string without splitting a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max);
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

export function Moment({ at }: { readonly at: string }): Markup {
  const [day = "", time = ""] = at.replace(/Z$/, "").split("T");
  return (
    <time class="moment" datetime={at}>
      <span class="muted">{day}</span> {time}
    </time>
  );
}

export function Badge({ kind, text }: { readonly kind?: "good" | "warning" | "bad" | "accent"; readonly text: string | number }): Markup {
  return <span class={kind ? `badge ${kind}` : "badge"}>{text}</span>;
}

export function operationOptions(all: string): Options {
  const ids = Object.keys(operationTable).sort();
  return [["", all], ...ids.map((operationId) => [operationId, operationId] as const)];
}

export function OperationLink({ operationId }: { readonly operationId: string }): Markup {
  if (!Object.hasOwn(operationTable, operationId)) return <code>{operationId}</code>;
  return (
    <a href={`/docs/${pageOfOperation(operationId)}.html`}>
      <code>{operationId}</code>
    </a>
  );
}

export function AccountLink({ accountId }: { readonly accountId: number }): Markup {
  return (
    <a class="id" href={`/console/accounts/${accountId}`}>
      {accountId}
    </a>
  );
}

const maxOpenScopes = 4;

/** Collapses a long list, because a page may have a hundred lists. */
export function ScopeList({ scopes }: { readonly scopes: readonly string[] }): Markup {
  if (scopes.length === 0) return <span class="muted">none</span>;
  if (scopes.length <= maxOpenScopes) return <code>{scopes.join(" ")}</code>;
  return (
    <details>
      <summary>{scopes.length} scopes</summary>
      <code>{scopes.join(" ")}</code>
    </details>
  );
}

export function Json({ title, value }: { readonly title: string; readonly value: unknown }): Markup {
  return (
    <section>
      <h2>{title}</h2>
      <pre class="wrap">
        <code>{JSON.stringify(value, null, 2)}</code>
      </pre>
    </section>
  );
}
