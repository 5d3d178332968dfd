import { defineAsyncComponent, defineComponent, h, ref } from "vue";

const Form = defineAsyncComponent(() => import("./TryItForm.vue"));

/** Loads the form when the reader opens it. */
export const TryIt = defineComponent(() => {
  const wasOpened = ref(false);
  const onToggle = () => {
    wasOpened.value = true;
  };
  return () => h("details", { class: "try-it", onToggle }, [h("summary", "Try it"), wasOpened.value && h(Form)]);
});
