import { createMock, type Mock, type MockOptions } from "@crm-platform/mock";
import { onTestFinished } from "vitest";

const here = "http://127.0.0.1:4010";

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string;
}

export interface ConsoleBrowser {
  readonly mock: Mock;
  look(path: string, headers?: Readonly<Record<string, string>>): Promise<Page>;
  /** `headers` overrides the headers that a page of the console sends. */
  send(
    path: string,
    fields?: Readonly<Record<string, string>> | [string, string][],
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>;
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
    look: async (path, headers = {}) => pageOf(await mock.fetch(here + path, { headers, redirect: "manual" })),
    send: async (path, fields = {}, headers = {}) =>
      pageOf(
        await mock.fetch(here + path, {
          method: "POST",
          body: new URLSearchParams(fields),
          headers: { origin: here, "sec-fetch-site": "same-origin", ...headers },
          redirect: "manual",
        }),
      ),
  };
}

async function pageOf(response: Response): Promise<Page> {
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
