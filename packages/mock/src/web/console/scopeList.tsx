import type { Markup } from "../html.ts";

/** So many are shown at once; more are folded. */
const maxOpen = 4;

/** The names of scopes; when there are many, folded and as one text, because a page may have a hundred such lists. */
export function ScopeList({ scopes }: { readonly scopes: readonly string[] }): Markup {
  if (scopes.length === 0) return <span class="muted">none</span>;
  if (scopes.length > maxOpen) {
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
