/** Adds a button to each block that can be copied. Without scripts, the text can be selected. */

for (const block of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) addCopyButton(block);

/**
 * Browsers forbid copying over plain HTTP, except on this machine.
 * @param {HTMLElement} block contains the text, and the button's label as `data-copy`
 */
function addCopyButton(block) {
  if (!navigator.clipboard) return;
  const label = block.dataset["copy"] ?? "Copy";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small";
  button.textContent = label;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent?.trim() ?? "");
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
  block.before(button);
}
