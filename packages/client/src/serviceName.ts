import { serviceNames, type Translation } from "@crm-platform/types/serviceNames";
import type { Middleware } from "./engine/index.ts";

/**
 * Returns middleware that sends the service's own names, and returns those of the documents. It reads each response completely before
 * `maxResponseBytes` applies.
 *
 * @param name the name of the service, in lower or upper case
 * @throws TypeError if the name does not consist of ASCII letters and digits and start with a letter
 * @example
 * const client = createClient({ accessToken, middleware: [serviceName("acme")] });
 */
export function serviceName(name: string): Middleware {
  const { toService, toDocument, headerPrefix } = serviceNames(name);
  return async (request, next, { path }) => {
    const response = await next(await toServiceRequest(request, path, toService));
    const headers = new Headers(response.headers);
    for (const [field, value] of response.headers)
      if (field.startsWith(headerPrefix)) headers.set(`x-${field.slice(headerPrefix.length)}`, value);
    if (!isJson(headers) || !response.body) return new Response(response.body, { status: response.status, headers });
    const text = await response.text();
    // The body has another length afterwards, and is no longer compressed.
    for (const field of ["content-length", "content-encoding"]) headers.delete(field);
    return new Response(translatedJson(text, toDocument), { status: response.status, headers });
  };
}

async function toServiceRequest(request: Request, template: string, names: Translation): Promise<Request> {
  const url = new URL(request.url);
  const segments = url.pathname.split("/");
  const placeholders = template.split("/");
  const added = segments.length - placeholders.length;
  url.pathname = segments
    .map((segment, index) => (/^(\{propertyName\}|[^{]*)$/.test(placeholders[index - added] ?? "") ? names.text(segment) : segment))
    .join("/");
  const query = new URLSearchParams();
  for (const [field, value] of url.searchParams)
    for (const [key, translated] of Object.entries(names.value({ [field]: value }) as object)) query.append(key, translated);
  if (url.search) url.search = query.toString();
  const text = isJson(request.headers) ? translatedJson(await request.text(), names) : undefined;
  return new Request(
    url,
    text === undefined
      ? request
      : { method: request.method, headers: request.headers, body: text, signal: request.signal, redirect: request.redirect },
  );
}

function isJson(headers: Headers): boolean {
  return /^application\/json\b/i.test(headers.get("content-type") ?? "");
}

function translatedJson(text: string, names: Translation): string {
  try {
    return JSON.stringify(names.value(JSON.parse(text)));
  } catch {
    return text;
  }
}
