import { usualAddress } from "../usualAddress.ts";

declare global {
  /** What Redoc gets: a document with the address of this mock in place of the usual one. Set where a mock serves the page. */
  var withMockAddress: (<T extends object>(document: T) => T) | undefined;
}

/**
 * Where a mock serves these pages, at /docs, its own pages are beside them, and its address stands in every example in place of
 * the usual one, so that an example runs as it is copied. Elsewhere, and in a file, the pages stay as they are.
 */
export function nameThisMock(): void {
  if (location.protocol === "file:" || !location.pathname.startsWith("/docs/")) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-mock]")) link.href = link.dataset["mock"] ?? link.href;
  if (location.origin === usualAddress) return;
  const named = (text: string): string => text.replaceAll(usualAddress, location.origin);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    // The scripts of Redoc are large, and have run or are about to.
    if (text.parentElement?.tagName !== "SCRIPT" && text.nodeValue?.includes(usualAddress)) text.nodeValue = named(text.nodeValue);
  }
  globalThis.withMockAddress = (document) => JSON.parse(named(JSON.stringify(document)));
}
