import { init } from "@redocly/cli/lib/chunks/redoc.standalone.js";
import { nameMockIn } from "./mockAddress.ts";

/** Redoc renders parts of the page on demand, so this function runs after every change. */
function fixAccessibility(): void {
  const menu = document.querySelector(".menu-content");
  menu?.setAttribute("role", "navigation");
  menu?.setAttribute("aria-label", "Operations");
  for (const block of document.querySelectorAll(":is(pre, .md-table-wrapper):not([tabindex])")) block.setAttribute("tabindex", "0");
  // The label would hide the button's text, which is the chosen example, from screen readers.
  for (const button of document.querySelectorAll("main button[aria-haspopup][aria-label]")) button.removeAttribute("aria-label");
  // Redoc shortens long scopes, but the visible text has to equal the label.
  for (const scope of document.querySelectorAll("main span[role=button][aria-label]")) {
    const text = [...scope.querySelectorAll("span")].at(-1);
    if (text?.textContent.endsWith("...")) text.textContent = scope.getAttribute("aria-label");
  }
  levelHeadings();
}

/** The first heading is set to level 1, and no heading is more than one level below the previous heading. */
function levelHeadings(): void {
  let level = 0;
  for (const heading of document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")) {
    level = Math.min(Number(heading.tagName.slice(1)), level + 1);
    heading.setAttribute("role", "heading");
    heading.setAttribute("aria-level", String(level));
  }
}

// On this page, the fragment of the address is a route, so the skip link cannot use a fragment.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const main = document.querySelector<HTMLElement>("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
});

// Redoc has no option to disable its search, so the shortcut is redirected to this site's search.
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
      skipBundle: true,
      codeSamples: { languages: [{ lang: "TypeScript" }, { lang: "curl" }] },
      scrollYOffset: () => document.querySelector<HTMLElement>(".top")?.offsetHeight ?? 0,
    },
    place,
  );
}

fixAccessibility();
new MutationObserver(fixAccessibility).observe(document.body, { childList: true, subtree: true });
