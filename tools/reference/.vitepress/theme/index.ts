import { type EnhanceAppContext, useRoute } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h, nextTick, onMounted, watch } from "vue";
import { showAddress } from "./address.ts";
import { PageTools } from "./pageTools.ts";
import { TryIt } from "./tryIt/tryIt.ts";
import "./style.css";
import "./tryIt/tryIt.css";

const Layout = defineComponent(() => {
  const route = useRoute();
  onMounted(() =>
    watch(
      () => route.path,
      () => nextTick(showAddress),
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
