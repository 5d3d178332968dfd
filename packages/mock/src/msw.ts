/** The mock behind Mock Service Worker: what an app asks of the real address, the mock answers. */
import { type HttpHandler, HttpResponse, http } from "msw";
import type { Mock } from "./mock.ts";

/**
 * Handlers for `setupServer` or `setupWorker` that let the mock answer everything below an address. Where a
 * fault cuts the connection, the `fetch` of the app fails.
 * @param baseUrl where the app believes the platform to be, for example `https://api.example.com`
 */
export function mockHandlers(mock: Pick<Mock, "fetch">, { baseUrl }: { readonly baseUrl: string }): HttpHandler[] {
  return [
    http.all(`${baseUrl.replace(/\/+$/, "")}/*`, async ({ request }) => {
      try {
        return await mock.fetch(withoutPrefix(request, baseUrl));
      } catch (error) {
        // A fault has cut the connection. Whatever is thrown here becomes a 500 of the library, which says what is wrong.
        if (error instanceof TypeError) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}

/** An address may have a path of its own before the paths of the platform. */
function withoutPrefix(request: Request, baseUrl: string): Request {
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, "");
  if (prefix === "") return request;
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length);
  return new Request(url, request);
}
