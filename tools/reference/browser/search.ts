import MiniSearch from "minisearch";
import { type Found, find, searchOptions } from "./find.ts";

declare global {
  /** The script `search-index.js` sets this variable. */
  var searchIndex: string | undefined;
}

const maxResults = 12;

let index: Promise<MiniSearch> | undefined;

/** The index is loaded when the field receives focus. */
export function addSearch(place: HTMLElement): void {
  const input = Object.assign(document.createElement("input"), { type: "search", placeholder: "Search ( / )", autocomplete: "off" });
  input.setAttribute("aria-label", "Search the reference");
  const results = Object.assign(document.createElement("ul"), { hidden: true });
  results.setAttribute("aria-label", "Search results");
  const status = Object.assign(document.createElement("p"), { className: "visually-hidden" });
  status.setAttribute("role", "status");
  place.setAttribute("role", "search");
  place.append(input, results, status);

  const close = (): void => {
    results.hidden = true;
    results.replaceChildren();
    status.textContent = "";
  };
  const show = async (): Promise<void> => {
    const words = input.value.trim();
    if (words === "") return close();
    const matches = find(await loadIndex(), words).slice(0, maxResults);
    // The text may have changed while the index was loaded.
    if (words !== input.value.trim()) return;
    results.replaceChildren(...(matches.length === 0 ? [nothingFound(words)] : matches.map(itemOf)));
    results.hidden = false;
    status.textContent = matches.length === 0 ? "No results." : `${countText(matches.length)} Use the arrow keys to move through the list.`;
  };

  input.addEventListener("focus", () => void loadIndex());
  input.addEventListener("input", () => void show());
  place.addEventListener("keydown", (event) => {
    const links = [...results.querySelectorAll("a")];
    const here = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "Escape") {
      close();
      input.value = "";
      input.focus();
    } else if (event.key === "ArrowDown") links[here + 1]?.focus();
    else if (event.key === "ArrowUp") (links[here - 1] ?? input).focus();
    else if (event.key === "Enter" && here === -1) links[0]?.click();
    else return;
    event.preventDefault();
  });
  // A link within this page does not load a new page, so the list must be closed.
  results.addEventListener("click", close);
  document.addEventListener("click", ({ target }) => place.contains(target as Node) || close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    input.focus();
  });
}

function countText(results: number): string {
  return results === 1 ? "1 result." : `${results} results.`;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName));
}

function loadIndex(): Promise<MiniSearch> {
  index ??= new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: "search-index.js" });
    script.addEventListener("load", () => resolve(MiniSearch.loadJSON(globalThis.searchIndex ?? "", searchOptions)));
    script.addEventListener("error", () => reject(new Error("The search index could not be loaded.")));
    document.head.append(script);
  });
  return index;
}

function itemOf({ href, title, kind, context }: Found): HTMLLIElement {
  const link = Object.assign(document.createElement("a"), { href });
  link.append(text("strong", title), text("span", kind), text("small", context));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function nothingFound(words: string): HTMLLIElement {
  return Object.assign(document.createElement("li"), { textContent: `No results for “${words}”.` });
}

function text(name: "strong" | "span" | "small", content: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: content });
}
