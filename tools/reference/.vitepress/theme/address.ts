/** The address of the mock in all examples. */
const usualAddress = "http://127.0.0.1:4010";
const storageKey = "crm-platform-mock-address";

let servedByMock: Promise<boolean> | undefined;

/** Whether a mock serves the page. The static site can be on any server and in any folder. */
export function isServedByMock(): Promise<boolean> {
  servedByMock ??= location.pathname.startsWith("/docs/") ? isMock(location.origin) : Promise.resolve(false);
  return servedByMock;
}

export async function isMock(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address.replace(/\/+$/, "")}/__mock/v1/health`, { credentials: "omit", cache: "no-store" });
    return typeof ((await response.json()) as { document?: unknown }).document === "string";
  } catch {
    return false;
  }
}

/** The mock that serves the page. In the static site, the mock that the reader has chosen. */
export async function mockAddress(): Promise<string> {
  return (await isServedByMock()) ? location.origin : (localStorage.getItem(storageKey) ?? usualAddress);
}

export function keepMockAddress(address: string): void {
  localStorage.setItem(storageKey, address);
}

/** Replaces the default address with that of the mock that serves the page, so that copied examples work. */
export async function showAddress(): Promise<void> {
  if (location.origin === usualAddress || !(await isServedByMock())) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href^="${usualAddress}"]`)) {
    link.href = link.href.replace(usualAddress, location.origin);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.nodeValue?.includes(usualAddress)) text.nodeValue = text.nodeValue.replaceAll(usualAddress, location.origin);
  }
  document.documentElement.dataset["mockAddress"] = location.origin;
}
