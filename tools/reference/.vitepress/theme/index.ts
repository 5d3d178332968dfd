import { type EnhanceAppContext, useRoute } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h, nextTick, onMounted, watch } from "vue";
import { showAddress } from "./address.ts";
import { PageTools } from "./pageTools.ts";
import { TryIt } from "./tryIt/tryIt.ts";
import "./style.css";
import "./tryIt/tryIt.css";

function adaptPage(): void {
  showAddress();
  // The theme's other pages have a main element.
  const content = document.querySelector(".VPContent");
  if (content?.classList.contains("is-home")) content.setAttribute("role", "main");
  else content?.removeAttribute("role");
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
  return () => h(DefaultTheme.Layout, undefined, { "doc-before": () => h(PageTools) });
});

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }: EnhanceAppContext) {
    app.component("TryIt", TryIt);
  },
};
