import { useData, withBase } from "vitepress";
import { computed, nextTick, onMounted, reactive, ref, shallowRef, useTemplateRef } from "vue";
import type { TryItOperation, TryItParameter } from "../../../tryIt/operation.ts";
import { curlOf, demoToken, mistakesIn, requestOf, typeScriptOf } from "../../../tryIt/request.ts";
import { isMock, isServedByMock, keepMockAddress, mockAddress } from "../address.ts";

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
  const asksForAddress = ref(true);
  const operation = shallowRef<TryItOperation>();
  const entry = reactive({ address: "", token: demoToken, values: [] as string[], body: "" });
  const example = ref(0);
  const wasSubmitted = ref(false);
  const silentAddress = ref<string>();
  const status = ref("");
  const isSending = ref(false);
  const result = shallowRef<Result>();
  const form = useTemplateRef<HTMLFormElement>("form");
  const question = useTemplateRef<HTMLDialogElement>("question");

  const mistakes = computed(() => (operation.value ? mistakesIn(operation.value, entry) : new Map<string, string>()));
  const request = computed(() => (operation.value && mistakes.value.size === 0 ? requestOf(operation.value, entry) : undefined));
  const shownMistakes = computed(() => {
    const isSilent = asksForAddress.value && entry.address === silentAddress.value;
    const all = wasSubmitted.value ? [...mistakes.value] : [];
    return new Map([...all, ...(isSilent ? [["address", "No mock responds at this address."] as const] : [])]);
  });
  const samples = computed(() => [
    { language: "sh", label: "curl", text: operation.value && request.value && curlOf(operation.value, entry) },
    { language: "ts", label: "TypeScript", text: operation.value && request.value && typeScriptOf(operation.value, entry) },
  ]);

  onMounted(async () => {
    const file = `/${page.value.relativePath.replace(/\.md$/, ".json")}`;
    const response = await fetch(withBase(file)).catch(() => undefined);
    if (!response?.ok) {
      status.value = `The form did not load, because the server did not send ${file}. Reload the page.`;
      return;
    }
    asksForAddress.value = !(await isServedByMock());
    entry.address = await mockAddress();
    operation.value = (await response.json()) as TryItOperation;
    showExample();
  });

  function showExample(): void {
    const { values = [], body = "" } = operation.value?.examples[example.value] ?? {};
    entry.values = [...values];
    entry.body = body;
    wasSubmitted.value = false;
  }

  async function submit(): Promise<void> {
    wasSubmitted.value = true;
    if (mistakes.value.size > 0) {
      result.value = undefined;
      status.value = "";
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
    const { address } = entry;
    const { url, ...init } = request.value;
    isSending.value = true;
    result.value = undefined;
    status.value = "Sending…";
    // Another server must not receive the token.
    const isSilent = asksForAddress.value && !(await isMock(address));
    silentAddress.value = isSilent ? address : undefined;
    if (isSilent) status.value = "The request was not sent.";
    else await exchange(address, url, init);
    isSending.value = false;
    await nextTick();
    form.value?.querySelector(".result")?.scrollIntoView({ block: "nearest" });
  }

  async function exchange(address: string, url: string, init: RequestInit): Promise<void> {
    if (asksForAddress.value) keepMockAddress(address);
    const start = performance.now();
    try {
      const response = await fetch(url, { ...init, credentials: "omit", cache: "no-store" });
      const text = await response.text();
      result.value = resultOf(response, text, Math.round(performance.now() - start));
      status.value = result.value.summary;
    } catch {
      status.value = `No response from ${address}. Check that the mock runs at this address, and that no fault drops the response.`;
    }
  }

  function resultOf(response: Response, text: string, milliseconds: number): Result {
    const id = response.headers.get("x-mock-request-id");
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    return {
      summary: `${response.status} ${response.statusText} in ${milliseconds} ms`.replace("  ", " "),
      headers: headers.join("\n"),
      headerCount: headers.length,
      body: formatted(text),
      entry: id === null ? undefined : `${entry.address.replace(/\/+$/, "")}/console/requests/${id}`,
    };
  }

  return {
    ...{ operation, entry, example, showExample, question, request, samples, shownMistakes, status, isSending, result, submit, send },
    asksForAddress,
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
