import type { Markup } from "../html.ts";

/** So many are shown at once; more are folded. */
const mostOpen = 4;

/** The names of scopes, folded when there are many. */
export function ScopeList({ scopes }: { readonly scopes: readonly string[] }): Markup {
  if (scopes.length === 0) return <span class="muted">none</span>;
  if (scopes.length <= mostOpen) return <Names scopes={scopes} />;
  return (
    <details>
      <summary>{scopes.length} scopes</summary>
      <Names scopes={scopes} />
    </details>
  );
}

function Names({ scopes }: { readonly scopes: readonly string[] }): Markup {
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
