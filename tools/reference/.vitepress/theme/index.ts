import { type EnhanceAppContext, useRoute, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h, nextTick, onMounted, type VNode, watch } from "vue";
import { showAddress } from "./address.ts";
import { PageTools } from "./pageTools.ts";
import { TryIt } from "./tryIt/tryIt.ts";
import "./style.css";
import "./tryIt/tryIt.css";

function adaptPage(): void {
  void showAddress();
  // The theme's other pages have a main element.
  const content = document.querySelector(".VPContent");
  if (content?.classList.contains("is-home")) content.setAttribute("role", "main");
  else content?.removeAttribute("role");
}

function notFound(): VNode {
  return h("main", { class: "not-found" }, [
    h("h1", "This page does not exist"),
    h("p", ["Search for it, or begin at the ", h("a", { href: withBase("/") }, "overview"), "."]),
  ]);
}

const Layout = defineComponent(() => {
  const route = useRoute();
  onMounted(() =>
    watch(
      () => route.path,
      () => nextTick(adaptPage),
      { immediate: true },
    ),
  );
  return () => h(DefaultTheme.Layout, undefined, { "doc-before": () => h(PageTools), "not-found": notFound });
});

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }: EnhanceAppContext) {
    app.component("TryIt", TryIt);
  },
};
