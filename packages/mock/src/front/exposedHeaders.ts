import { type OpenApiDocument, objectAt } from "../contract/openapi/document.ts";
import { withoutExtensions } from "../contract/openapi/operations.ts";

const ours = ["Allow", "Preference-Applied", "WWW-Authenticate", "X-Correlation-Id", "X-Mock-Source"];

/** The response headers that browsers may show to scripts: every header that the document declares, and ours. */
export function exposedHeaders(document: OpenApiDocument): string[] {
  const names = new Set(ours);
  for (const path of withoutExtensions(document.paths)) {
    const item = objectAt(document, document.paths, path);
    for (const method of withoutExtensions(item)) {
      const responses = objectAt(document, objectAt(document, item, method), "responses");
      for (const status of withoutExtensions(responses)) {
        const headers = objectAt(document, objectAt(document, responses, status), "headers");
        for (const name of Object.keys(headers)) names.add(name);
      }
    }
  }
  return [...names].sort();
}
