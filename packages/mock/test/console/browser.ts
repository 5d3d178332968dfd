import { createMock, type Mock, type MockOptions } from "@crm-platform/mock";
import { onTestFinished } from "vitest";

const here = "http://127.0.0.1:4010";

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string;
}

export interface ConsoleBrowser {
  readonly mock: Mock;
  look(path: string, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** `headers` overrides the headers that a page of the console sends. */
  send(
    path: string,
    fields?: Readonly<Record<string, string>> | [string, string][],
    headers?: Readonly<Record<string, string>>,
  ): Promise<Seen>;
}

/** Sends requests in process and does not follow redirects. */
export async function openConsole(options: MockOptions = {}): Promise<ConsoleBrowser> {
  const failures: unknown[] = [];
  const mock = await createMock({ onError: (error) => failures.push(error), ...options });
  onTestFinished(async () => {
    await mock.close();
    if (failures.length > 0) throw new AggregateError(failures, "The mock failed.");
  });
  return {
    mock,
    look: async (path, headers = {}) => seen(await mock.fetch(here + path, { headers, redirect: "manual" })),
    send: async (path, fields = {}, headers = {}) =>
      seen(
        await mock.fetch(here + path, {
          method: "POST",
          body: new URLSearchParams(fields),
          headers: { origin: here, "sec-fetch-site": "same-origin", ...headers },
          redirect: "manual",
        }),
      ),
  };
}

async function seen(response: Response): Promise<Seen> {
  const { status, headers } = response;
  return { status, headers, html: await response.text(), location: headers.get("location") ?? "" };
}

export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}
