import { usualAddress } from "../usualAddress.ts";

function hasOtherAddress(): boolean {
  return isServedByMock() && location.origin !== usualAddress;
}

function isServedByMock(): boolean {
  return location.protocol !== "file:" && location.pathname.startsWith("/docs/");
}

export function nameMockIn(text: string): string {
  return hasOtherAddress() ? text.replaceAll(usualAddress, location.origin) : text;
}

/** Replaces the default address, so that copied examples work. Does nothing on pages that are not served by a mock. */
export function nameThisMock(): void {
  if (!isServedByMock()) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-mock]")) link.href = link.dataset["mock"] ?? link.href;
  if (!hasOtherAddress()) return;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    // Scripts are skipped: Redoc's script is large, and the API page's script replaces the address in the document.
    if (text.parentElement?.tagName !== "SCRIPT" && text.nodeValue?.includes(usualAddress)) text.nodeValue = nameMockIn(text.nodeValue);
  }
}
