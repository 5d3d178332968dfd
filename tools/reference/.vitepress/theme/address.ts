/** The address of the mock in all examples. */
const usualAddress = "http://127.0.0.1:4010";

/** Replaces the default address with that of the mock that serves the page, so that copied examples work. */
export function showAddress(): void {
  if (!location.pathname.startsWith("/docs/") || location.origin === usualAddress) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href^="${usualAddress}"]`)) {
    link.href = link.href.replace(usualAddress, location.origin);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.nodeValue?.includes(usualAddress)) text.nodeValue = text.nodeValue.replaceAll(usualAddress, location.origin);
  }
}
