import { nameThisMock } from "./mockAddress.ts";
import { addSearch } from "./search.ts";

const place = document.getElementById("search");
if (place) addSearch(place);

nameThisMock();

// On a small screen, the navigation is initially closed.
const pages = document.querySelector<HTMLDetailsElement>(".sidebar details");
const isWide = matchMedia("(min-width: 50.001rem)");
const showPages = (): void => {
  if (pages) pages.open = isWide.matches;
};
showPages();
isWide.addEventListener("change", showPages);

for (const block of document.querySelectorAll<HTMLPreElement>("article pre")) addCopyButton(block);

/** Browsers forbid copying over plain HTTP. */
function addCopyButton(block: HTMLPreElement): void {
  if (!navigator.clipboard) return;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "small copy", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "");
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  const example = Object.assign(document.createElement("div"), { className: "example" });
  block.replaceWith(example);
  example.append(block, button);
}
