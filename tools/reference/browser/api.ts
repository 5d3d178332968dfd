import { init } from "@redocly/cli/lib/chunks/redoc.standalone.js";
import { nameMockIn } from "./mockAddress.ts";

/**
 * Mends what the page of the API lacks for people who do not use a mouse or do not see it: a name for its navigation, levels
 * of headings without a gap, and a way to scroll an example or a table by keyboard. Its parts come and go while somebody reads,
 * so it is done again whenever something changes.
 */
function mend(): void {
  const menu = document.querySelector(".menu-content");
  menu?.setAttribute("role", "navigation");
  menu?.setAttribute("aria-label", "Operations");
  for (const block of document.querySelectorAll(":is(pre, .md-table-wrapper):not([tabindex])")) block.setAttribute("tabindex", "0");
  // Its name is the example that it shows, not what it is for.
  for (const button of document.querySelectorAll("main button[aria-haspopup][aria-label]")) button.removeAttribute("aria-label");
  // Long names of scopes are cut; what people see and what is read to them has to be the same.
  for (const scope of document.querySelectorAll("main span[role=button][aria-label]")) {
    const text = [...scope.querySelectorAll("span")].at(-1);
    if (text?.textContent.endsWith("...")) text.textContent = scope.getAttribute("aria-label");
  }
  levelHeadings();
}

/** The first heading of what is shown is of level 1, and none is more than one level below the one before it. */
function levelHeadings(): void {
  let level = 0;
  for (const heading of document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")) {
    level = Math.min(Number(heading.tagName.slice(1)), level + 1);
    heading.setAttribute("role", "heading");
    heading.setAttribute("aria-level", String(level));
  }
}

// The fragment of the address names an operation here, so that of a link within the page would lead nowhere.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const main = document.querySelector<HTMLElement>("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
});

// Redoc has no option for leaving out its own search, so the shortcut of that search leads to ours.
const isSearchShortcut = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key.toLowerCase() === "k" && (ctrlKey || metaKey);
addEventListener(
  "keydown",
  (event) => {
    if (!isSearchShortcut(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.querySelector<HTMLInputElement>("#search input")?.focus();
  },
  { capture: true },
);

const place = document.querySelector("#redoc");
const openapi = document.querySelector("#openapi")?.textContent;
if (place && openapi) {
  init(
    JSON.parse(nameMockIn(openapi)),
    {
      disableTelemetry: true,
      // The document is bundled already.
      skipBundle: true,
      codeSamples: { languages: [{ lang: "TypeScript" }, { lang: "curl" }] },
      // Whatever Redoc scrolls to or keeps in view is below our bar.
      scrollYOffset: () => document.querySelector<HTMLElement>(".top")?.offsetHeight ?? 0,
    },
    place,
  );
}

mend();
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
