import { type HttpHandler, HttpResponse, http } from "msw";
import type { Mock } from "./mock.ts";

/**
 * Returns handlers for `setupServer` or `setupWorker` that pass all requests under a base URL to the mock. When a fault drops the
 * connection, the app's `fetch` rejects.
 * @param baseUrl the platform's URL in the app, for example `https://api.example.com`
 */
export function mockHandlers(mock: Pick<Mock, "fetch">, { baseUrl }: { readonly baseUrl: string }): HttpHandler[] {
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
