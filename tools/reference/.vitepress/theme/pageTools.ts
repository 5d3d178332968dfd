import { useData, withBase } from "vitepress";
import { defineComponent, h, ref } from "vue";

/** Links above the text of each page: its Markdown, and the operation in Redoc. */
export const PageTools = defineComponent(() => {
  const { frontmatter, page } = useData();
  const label = ref("Copy as Markdown");
  async function copy(): Promise<void> {
    const response = await fetch(withBase(`/${page.value.relativePath}`));
    await navigator.clipboard.writeText(await response.text());
    label.value = "Copied";
    setTimeout(() => {
      label.value = "Copy as Markdown";
    }, 2000);
  }
  return () =>
    h("nav", { class: "page-tools", "aria-label": "Formats of this page" }, [
      h("button", { type: "button", onClick: copy }, label.value),
      h("a", { href: withBase(`/${page.value.relativePath}`), target: "_self" }, "View as Markdown"),
      frontmatter.value["redoc"] &&
        h("a", { href: withBase(`/redoc/index.html${frontmatter.value["redoc"]}`), target: "_self" }, "Open in Redoc"),
    ]);
});
