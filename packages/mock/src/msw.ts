import { type HttpHandler, HttpResponse, http } from "msw";
import { absoluteUrl, checkOptions, mockRule } from "./http/options.ts";
import type { Mock } from "./mock.ts";

/**
 * Returns handlers for `setupServer` or `setupWorker` that pass all requests under a base URL to the mock. When a fault drops the
 * connection, the app's `fetch` rejects.
 * @param options `baseUrl` is the platform's URL in the app, for example `https://api.example.com`
 * @throws TypeError when an argument is missing or invalid
 */
export function mockHandlers(mock: Pick<Mock, "fetch">, options: { readonly baseUrl: string }): HttpHandler[] {
  checkOptions("mockHandlers", { mock }, { mock: mockRule("fetch") });
  checkOptions("mockHandlers", options, { baseUrl: absoluteUrl });
  const { baseUrl } = options;
  return [
    http.all(`${baseUrl.replace(/\/+$/, "")}/*`, async ({ request }) => {
      try {
        return await mock.fetch(withoutPrefix(request, baseUrl));
      } catch (error) {
        // MSW would convert a thrown error to a 500 response.
        if (error instanceof TypeError) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}

function withoutPrefix(request: Request, baseUrl: string): Request {
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, "");
  if (prefix === "") return request;
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length);
  return new Request(url, request);
}
