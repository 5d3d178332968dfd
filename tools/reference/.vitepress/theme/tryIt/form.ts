import { useData, withBase } from "vitepress";
import { computed, nextTick, onMounted, reactive, ref, shallowRef, useTemplateRef } from "vue";
import type { TryItOperation, TryItParameter } from "../../../tryItOperation.ts";
import { isServedByMock, keepMockAddress, mockAddress } from "../address.ts";
import { curlOf, demoToken, mistakesIn, requestOf, typeScriptOf } from "./request.ts";

interface Result {
  readonly summary: string;
  readonly headers: string;
  readonly headerCount: number;
  readonly body: string;
  /** The page of the journal entry in the console. */
  readonly entry: string | undefined;
}

/** The state of the form. */
export function useForm() {
  const { page } = useData();
  const operation = shallowRef<TryItOperation>();
  const entry = reactive({ address: mockAddress(), token: demoToken, values: [] as string[], body: "" });
  const example = ref(0);
  const shownMistakes = shallowRef(new Map<string, string>());
  const status = ref("");
  const isSending = ref(false);
  const result = shallowRef<Result>();
  const form = useTemplateRef<HTMLFormElement>("form");
  const question = useTemplateRef<HTMLDialogElement>("question");

  const mistakes = computed(() => (operation.value ? mistakesIn(operation.value, entry) : new Map<string, string>()));
  const request = computed(() => (operation.value && mistakes.value.size === 0 ? requestOf(operation.value, entry) : undefined));
  const samples = computed(() => {
    if (operation.value === undefined || request.value === undefined) return [];
    return [
      { language: "sh", label: "curl", text: curlOf(operation.value, entry) },
      { language: "ts", label: "TypeScript", text: typeScriptOf(operation.value, entry) },
    ];
  });

  onMounted(async () => {
    const response = await fetch(withBase(`/${page.value.relativePath.replace(/\.md$/, ".json")}`));
    if (!response.ok) {
      status.value = `The form did not load: the server responded with status ${response.status}. Reload the page.`;
      return;
    }
    operation.value = (await response.json()) as TryItOperation;
    showExample();
  });

  function showExample(): void {
    const { values = [], body = "" } = operation.value?.examples[example.value] ?? {};
    entry.values = [...values];
    entry.body = body;
    shownMistakes.value = new Map();
  }

  async function submit(): Promise<void> {
    shownMistakes.value = mistakes.value;
    if (mistakes.value.size > 0) {
      await nextTick();
      form.value?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    } else if (operation.value?.isDestructive) {
      question.value?.showModal();
    } else {
      await send();
    }
  }

  async function send(): Promise<void> {
    question.value?.close();
    if (request.value === undefined || isSending.value) return;
    if (!isServedByMock()) keepMockAddress(entry.address);
    const { url, ...init } = request.value;
    isSending.value = true;
    result.value = undefined;
    status.value = "Sending…";
    const start = performance.now();
    try {
      const response = await fetch(url, { ...init, credentials: "omit", cache: "no-store" });
      const text = await response.text();
      result.value = resultOf(response, text, Math.round(performance.now() - start));
      status.value = result.value.summary;
    } catch {
      status.value = `No response from ${entry.address}. Check that the mock runs at this address, and that no fault drops the response.`;
    }
    isSending.value = false;
    await nextTick();
    form.value?.querySelector(".result")?.scrollIntoView({ block: "nearest" });
  }

  function resultOf(response: Response, text: string, milliseconds: number): Result {
    const id = response.headers.get("x-mock-request-id");
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    return {
      summary: `${response.status} ${response.statusText} in ${milliseconds} ms`,
      headers: headers.join("\n"),
      headerCount: headers.length,
      body: formatted(text),
      entry: id === null ? undefined : `${entry.address.replace(/\/+$/, "")}/console/requests/${id}`,
    };
  }

  return {
    ...{ operation, entry, example, showExample, question, request, samples, shownMistakes, status, isSending, result, submit, send },
    asksForAddress: !isServedByMock(),
  };
}

export function describe({ place, type, required }: TryItParameter): string {
  return `${place}, ${type}${required ? ", required" : ""}`;
}

export function hintOf({ type, example }: TryItParameter): string {
  const form = type === "array" ? "Separate values with commas. " : type === "object" ? "A JSON object. " : "";
  return `${form}${example && `Example: ${example}`}`;
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
