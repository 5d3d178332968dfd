import { useData } from "vitepress";
import { computed, nextTick, reactive, ref, shallowRef, useTemplateRef } from "vue";
import type { TryItOperation, TryItParameter } from "../../../tryIt/operation.ts";
import { curlOf, demoToken, mistakesIn, requestOf, typeScriptOf } from "../../../tryIt/request.ts";

/** When a mock serves this script, it replaces the address with its own. */
const usualAddress = "http://127.0.0.1:4010";
const addressKey = "crm-platform-mock-address";

interface Result {
  readonly headers: readonly string[];
  readonly body: string;
  /** The page of the journal entry in the console. */
  readonly entry: string | undefined;
}

async function isMock(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address.replace(/\/+$/, "")}/__mock/v1/health`, { credentials: "omit", cache: "no-store" });
    return typeof ((await response.json()) as { document?: unknown }).document === "string";
  } catch {
    return false;
  }
}

/** The state of the form. */
export function useForm() {
  // The static site can be on any server and in any folder.
  const asksForAddress = location.origin !== usualAddress;
  const operation = useData().frontmatter.value["tryIt"] as TryItOperation;
  const address = (asksForAddress && localStorage.getItem(addressKey)) || usualAddress;
  const entry = reactive({ address, token: demoToken, values: [] as string[], body: "" });
  const example = ref(0);
  const wasSubmitted = ref(false);
  const status = ref("");
  const isSending = ref(false);
  const result = shallowRef<Result>();
  const form = useTemplateRef<HTMLFormElement>("form");
  const question = useTemplateRef<HTMLDialogElement>("question");

  const mistakes = computed(() => mistakesIn(operation, entry));
  const request = computed(() => (mistakes.value.size === 0 ? requestOf(operation, entry) : undefined));
  const shownMistakes = computed(() => (wasSubmitted.value ? mistakes.value : new Map<string, string>()));
  const samples = computed(() => [
    { language: "sh", label: "curl", text: request.value && curlOf(operation, entry) },
    { language: "ts", label: "TypeScript", text: request.value && typeScriptOf(operation, entry) },
  ]);
  showExample();

  function showExample(): void {
    const { values = [], body = "" } = operation.examples[example.value] ?? {};
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
    } else if (operation.isDestructive) {
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
    if (asksForAddress && !(await isMock(address))) status.value = `The request was not sent, because no mock responds at ${address}.`;
    else await exchange(address, url, init);
    isSending.value = false;
    await nextTick();
    form.value?.querySelector(".result")?.scrollIntoView({ block: "nearest" });
  }

  async function exchange(address: string, url: string, init: RequestInit): Promise<void> {
    if (asksForAddress) localStorage.setItem(addressKey, address);
    const start = performance.now();
    try {
      const response = await fetch(url, { ...init, credentials: "omit", cache: "no-store" });
      const body = formatted(await response.text());
      const id = response.headers.get("x-mock-request-id");
      result.value = {
        headers: [...response.headers].map(([name, value]) => `${name}: ${value}`),
        body,
        entry: id === null ? undefined : `${address.replace(/\/+$/, "")}/console/requests/${id}`,
      };
      status.value = `${response.status} ${response.statusText} in ${Math.round(performance.now() - start)} ms`.replace("  ", " ");
    } catch {
      status.value = `No response from ${address}. Check that the mock runs at this address, and that no fault drops the response.`;
    }
  }

  return reactive({
    ...{ asksForAddress, operation, entry, example, showExample, question, request, samples },
    ...{ shownMistakes, status, isSending, result, submit, send },
  });
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
