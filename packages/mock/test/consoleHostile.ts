import { expect } from "vitest";

/** What somebody might bring in any field, hoping that a page takes it for markup: it turns the direction of writing around, too. */
export const hostile = `"'><img src=x onerror=alert(1)><script>alert(2)</script>javascript:alert(3)\u202e`;

const escaped = "&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(2)&lt;/script&gt;";

/** Holds a page to showing it as text, as often as it is to be seen at least. */
export function expectAsText(html: string, atLeast: number): void {
  expect(html.split(escaped).length - 1).toBeGreaterThanOrEqual(atLeast);
  const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
  const names = tags.map((tag) => tag.replaceAll(/"[^"]*"/g, ""));
  expect(names.filter((tag) => /^<(img|script)\b|\s(on\w+|style)=/i.test(tag))).toEqual([]);
  expect(html).not.toContain('href="javascript:');
}
