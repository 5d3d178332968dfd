import { operationTable } from "@crm-platform/types";
import type { Markup } from "../../html.ts";
import { anchorOf } from "../../operationAnchor.ts";

/**
 * A text from a request, up to a number of characters: it may be as long as a body. Its direction stays its own, so that it
 * cannot turn around what stands beside it.
 */
export function Cut({ text, max }: { readonly text: string; readonly max: number }): Markup {
  const shown = cut(text, max);
  if (shown === text) return <bdi>{text}</bdi>;
  return (
    <>
      <bdi>{shown}</bdi>… <span class="muted">({(text.length - shown.length).toLocaleString("en")} more characters)</span>
    </>
  );
}

/** The first characters of a text; never half of one. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max);
}

/** `1 record`, `2 records`, `1,000 records`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

/** A moment as the control API writes it: readable, and exact for machines. */
export function Moment({ at }: { readonly at: string }): Markup {
  const [day = "", time = ""] = at.replace(/Z$/, "").split("T");
  return (
    <time class="moment" datetime={at}>
      <span class="muted">{day}</span> {time}
    </time>
  );
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** How far a moment is from now: `in 12 minutes`. @param milliseconds negative for the past */
export function distance(milliseconds: number): string {
  const [unit, size] = units.find(([, size]) => Math.abs(milliseconds) >= size) ?? ["second", 1_000];
  return relative.format(Math.trunc(milliseconds / size), unit);
}

/** The name of an operation, with a link to the reference where that describes it. */
export function OperationLink({ operationId }: { readonly operationId: string }): Markup {
  if (!Object.hasOwn(operationTable, operationId)) return <code>{operationId}</code>;
  return (
    <a href={`/docs/api.html${anchorOf(operationId)}`}>
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

/** The names of scopes; many of them are folded into one text, because a page may have a hundred such lists. */
export function ScopeList({ scopes }: { readonly scopes: readonly string[] }): Markup {
  if (scopes.length === 0) return <span class="muted">none</span>;
  if (scopes.length > maxOpenScopes) {
    return (
      <details>
        <summary>{scopes.length} scopes</summary>
        <code>{scopes.join(" ")}</code>
      </details>
    );
  }
  return (
    <ul class="scopes">
      {scopes.map((scope) => (
        <li>
          <code>{scope}</code>
        </li>
      ))}
    </ul>
  );
}
