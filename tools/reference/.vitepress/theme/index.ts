import { type EnhanceAppContext, useRoute } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineAsyncComponent, defineComponent, h, nextTick, onMounted, ref, watch } from "vue";
import { PageTools } from "./pageTools.ts";
import RowFilter from "./RowFilter.vue";
import "./style.css";
import "./tryIt/tryIt.css";

/** The theme's landing page and its page for unknown addresses have no main element. */
function addLandmark(): void {
  const content = document.querySelector(".VPContent");
  if (content?.querySelector("main")) content.removeAttribute("role");
  else content?.setAttribute("role", "main");
}

const Layout = defineComponent(() => {
  const route = useRoute();
  onMounted(() =>
    watch(
      () => route.path,
      () => nextTick(addLandmark),
      { immediate: true },
    ),
  );
  return () => h(DefaultTheme.Layout, undefined, { "doc-before": () => h(PageTools) });
});

const TryItForm = defineAsyncComponent(() => import("./tryIt/TryItForm.vue"));

/** Loads the form when the reader opens it. */
const TryIt = defineComponent(() => {
  const wasOpened = ref(false);
  const onToggle = () => {
    wasOpened.value = true;
  };
  return () => h("details", { class: "try-it custom-block details", onToggle }, [h("summary", "Try it"), wasOpened.value && h(TryItForm)]);
});

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }: EnhanceAppContext) {
    app.component("TryIt", TryIt);
    app.component("RowFilter", RowFilter);
  },
};
