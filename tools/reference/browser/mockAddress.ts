import { usualAddress } from "../usualAddress.ts";

/** Whether a mock serves this page, at an address other than the usual one. */
function hasOtherAddress(): boolean {
  return isServedByMock() && location.origin !== usualAddress;
}

function isServedByMock(): boolean {
  return location.protocol !== "file:" && location.pathname.startsWith("/docs/");
}

/** Replaces the usual address in a text by that of the mock that serves the page, if one does. */
export function nameMockIn(text: string): string {
  return hasOtherAddress() ? text.replaceAll(usualAddress, location.origin) : text;
}

/**
 * Where a mock serves these pages, at /docs, its own pages are beside them, and its address stands in every example in place of
 * the usual one, so that an example runs as it is copied. Elsewhere, and in a file, the pages stay as they are.
 */
export function nameThisMock(): void {
  if (!isServedByMock()) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-mock]")) link.href = link.dataset["mock"] ?? link.href;
  if (!hasOtherAddress()) return;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    // Scripts hold the document, which the page's own script takes from here, and Redoc, which is large.
    if (text.parentElement?.tagName !== "SCRIPT" && text.nodeValue?.includes(usualAddress)) text.nodeValue = nameMockIn(text.nodeValue);
  }
}
