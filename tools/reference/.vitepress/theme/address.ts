/** The address of the mock in all examples. */
const usualAddress = "http://127.0.0.1:4010";
const storageKey = "crm-platform-mock-address";

/** Whether a mock serves the page. The static site can be on any server. */
export function isServedByMock(): boolean {
  return location.pathname.startsWith("/docs/");
}

/** The mock that serves the page. In the static site, the mock that the reader has chosen. */
export function mockAddress(): string {
  return isServedByMock() ? location.origin : (localStorage.getItem(storageKey) ?? usualAddress);
}

export function keepMockAddress(address: string): void {
  localStorage.setItem(storageKey, address);
}

/** Replaces the default address with that of the mock that serves the page, so that copied examples work. */
export function showAddress(): void {
  if (!isServedByMock() || location.origin === usualAddress) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href^="${usualAddress}"]`)) {
    link.href = link.href.replace(usualAddress, location.origin);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.nodeValue?.includes(usualAddress)) text.nodeValue = text.nodeValue.replaceAll(usualAddress, location.origin);
  }
}
