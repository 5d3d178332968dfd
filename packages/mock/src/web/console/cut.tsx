import type { Markup } from "../html.ts";

/**
 * A text that a request has brought, as it is up to so many characters: it may be as long as a body. Its direction stays its own,
 * so that it cannot turn around what stands beside it.
 */
export function Cut({ text, most }: { readonly text: string; readonly most: number }): Markup {
  const shown = cut(text, most);
  if (shown === text) return <bdi>{text}</bdi>;
  return (
    <>
      <bdi>{shown}</bdi>… <span class="muted">({(text.length - shown.length).toLocaleString("en")} more characters)</span>
    </>
  );
}

/** The first characters of a text; never half of one. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most);
}
