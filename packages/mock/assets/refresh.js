/** Replaces a part of the page until it is no longer pending, for example until a webhook has been delivered. */

const firstMs = 250;
const maxMs = 10_000;

const part = document.querySelector("[data-refresh]");
if (part) refresh(part, firstMs);

/**
 * @param {Element} part
 * @param {number} afterMs doubles with each attempt, because a delivery may wait for a retry
 */
function refresh(part, afterMs) {
  if (!part.querySelector("[data-pending]")) return;
  setTimeout(async () => {
    const next = Math.min(2 * afterMs, maxMs);
    if (document.hidden) return refresh(part, next);
    const response = await fetch(location.href).catch(() => undefined);
    const page = response?.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : undefined;
    const newer = page?.querySelector("[data-refresh]");
    // Screen readers announce only changes.
    if (newer && newer.innerHTML !== part.innerHTML) part.replaceChildren(...newer.childNodes);
    refresh(part, next);
  }, afterMs);
}
