import { usualAddress } from "../usualAddress.ts";

function hasOtherAddress(): boolean {
  return isServedByMock() && location.origin !== usualAddress;
}

function isServedByMock(): boolean {
  return location.protocol !== "file:" && location.pathname.startsWith("/docs/");
}

/** Replaces the default address in a text by the address of the mock that serves the page. */
export function nameMockIn(text: string): string {
  return hasOtherAddress() ? text.replaceAll(usualAddress, location.origin) : text;
}

/**
 * On a page that a mock serves, replaces the default address in examples and links by that of the mock, so that copied examples work.
 * On any other page, nothing changes.
 */
export function nameThisMock(): void {
  if (!isServedByMock()) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-mock]")) link.href = link.dataset["mock"] ?? link.href;
  if (!hasOtherAddress()) return;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    // The script of the API page replaces the address in the document; Redoc's script is large.
    if (text.parentElement?.tagName !== "SCRIPT" && text.nodeValue?.includes(usualAddress)) text.nodeValue = nameMockIn(text.nodeValue);
  }
}
