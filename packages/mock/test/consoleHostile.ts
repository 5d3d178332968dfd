import { expect } from "vitest";

/** Untrusted text that tries to become markup, and reverses the writing direction. */
export const hostile = `"'><img src=x onerror=alert(1)><script>alert(2)</script>javascript:alert(3)\u202e`;

const escaped = "&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(2)&lt;/script&gt;";

/** Expects a page to show the text at least this often, and never as markup. */
export function expectAsText(html: string, atLeast: number): void {
  expect(html.split(escaped).length - 1).toBeGreaterThanOrEqual(atLeast);
  const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
  const names = tags.map((tag) => tag.replaceAll(/"[^"]*"/g, ""));
  expect(names.filter((tag) => /^<(img|script)\b|\s(on\w+|style)=/i.test(tag))).toEqual([]);
  expect(html).not.toContain('href="javascript:');
}
