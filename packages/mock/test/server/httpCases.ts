import { operation } from "../document.ts";

export const read = "/crm/objects/2026-03/meetings/batch/read";
export const pages = "/content/api/v2/pages";
export const json = { "content-type": "application/json" };
export const form = { "content-type": "application/x-www-form-urlencoded" };
const valid = JSON.stringify(operation("meetings.batchRead").requests[0]?.value);
export const limit = 64 * 1024;

export interface Given {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  endless?: boolean;
}
export interface Want {
  status: number;
  category?: string;
  message?: string | RegExp;
  headers?: Record<string, string>;
}

export const rejectedCases: [title: string, given: Given, want: Want][] = [
  [
    "OPTIONS that is not a CORS preflight",
    { method: "OPTIONS", path: read, headers: { origin: "https://app.example" } },
    {
      status: 405,
      category: "METHOD_NOT_ALLOWED",
      message: `No operation matches OPTIONS ${read}. This path supports POST (meetings.batchRead).`,
      headers: { allow: "POST" },
    },
  ],
  [
    "an unsupported method for a page",
    { method: "POST", path: "/openapi.json" },
    { status: 405, category: "METHOD_NOT_ALLOWED", headers: { allow: "GET, HEAD" } },
  ],
  ["two slashes at the end", { method: "GET", path: `${pages}//` }, { status: 404, category: "RESOURCE_NOT_FOUND" }],
  ["two slashes", { method: "GET", path: `/${pages}` }, { status: 404, category: "RESOURCE_NOT_FOUND" }],
  ["an encoded slash", { method: "GET", path: "/content%2Fapi/v2/pages" }, { status: 404, category: "RESOURCE_NOT_FOUND" }],
  [
    "an unsupported method for a path with several methods",
    { method: "PUT", path: "/email/public/v1/smtpapi/tokens" },
    { status: 405, category: "METHOD_NOT_ALLOWED", headers: { allow: "GET, HEAD, POST" } },
  ],
  [
    "invalid JSON that contains a secret",
    { method: "POST", path: read, headers: json, body: "client_secret=9b0e7a4c" },
    { status: 400, category: "VALIDATION_ERROR", message: "The body is not JSON: it has an unexpected character at line 1, column 1." },
  ],
  [
    "no body",
    { method: "POST", path: read, headers: json },
    { status: 400, category: "VALIDATION_ERROR", message: "The request is not valid: body is required" },
  ],
  ["no body and no content type", { method: "POST", path: read }, { status: 400, category: "VALIDATION_ERROR" }],
  ["null", { method: "POST", path: read, headers: json, body: "null" }, { status: 400, category: "VALIDATION_ERROR" }],
  [
    "bytes that are not UTF-8",
    { method: "POST", path: read, headers: json, body: new Uint8Array([0x22, 0xff, 0x22]) },
    { status: 400, category: "VALIDATION_ERROR", message: "The body is not UTF-8." },
  ],
  [
    "no content type",
    { method: "POST", path: read, body: new TextEncoder().encode(valid) },
    { status: 415, category: "UNSUPPORTED_MEDIA_TYPE", message: "The request has a body but no content type. Use application/json." },
  ],
  [
    "a wrong content type",
    { method: "POST", path: read, headers: { "content-type": "text/plain" }, body: valid },
    { status: 415, category: "UNSUPPORTED_MEDIA_TYPE", message: "The content type text/plain is not supported. Use application/json." },
  ],
  [
    "JSON for a form",
    { method: "POST", path: "/oauth/v1/token", headers: json, body: "{}" },
    { status: 415, category: "UNSUPPORTED_MEDIA_TYPE" },
  ],
  [
    "an invalid content type",
    { method: "POST", path: read, headers: { "content-type": ";;;" }, body: valid },
    { status: 415, category: "UNSUPPORTED_MEDIA_TYPE" },
  ],
  [
    "another charset",
    { method: "POST", path: read, headers: { "content-type": "application/json; charset=utf-16" }, body: valid },
    { status: 415, category: "UNSUPPORTED_MEDIA_TYPE" },
  ],
  [
    "a compressed body",
    { method: "POST", path: read, headers: { ...json, "content-encoding": "gzip" }, body: valid },
    { status: 415, category: "UNSUPPORTED_MEDIA_TYPE" },
  ],
  [
    "a streamed body over the limit",
    { method: "POST", path: read, headers: json, endless: true },
    { status: 413, category: "PAYLOAD_TOO_LARGE" },
  ],
  ["invalid percent-encoding in an unknown path", { method: "GET", path: "/%E0%A4%A" }, { status: 404, category: "RESOURCE_NOT_FOUND" }],
];

export const acceptedCases: [title: string, given: Given, status: number][] = [
  ["a byte order mark", { method: "POST", path: read, headers: json, body: `\u{feff}${valid}` }, 200],
  [
    "an upper-case content type with a charset",
    { method: "POST", path: read, headers: { "content-type": 'Application/JSON; Charset="UTF-8"' }, body: valid },
    200,
  ],
  ["a lower-case scheme", { method: "GET", path: pages, headers: { authorization: "bearer abc" } }, 200],
  ["dots in the path", { method: "GET", path: "/content/x/../api/./v2/pages" }, 200],
  ["an encoded letter in the path", { method: "GET", path: "/content/api/v2/page%73" }, 200],
  ["a comma, a slash and a space in a path value", { method: "GET", path: "/cos-domains/v1/domains/a%2Cb%2Fc%20d" }, 200],
  ["unknown parameters", { method: "GET", path: `${pages}?color=red&LIMIT=many&__proto__=1&constructor=2` }, 200],
  ["a list parameter with two values", { method: "GET", path: `${pages}?id__in=1,2` }, 200],
  ["a body where none is declared", { method: "DELETE", path: "/crm/objects/2026-03/tickets/9602", headers: json, body: "{" }, 204],
  [
    "names with a special meaning in JavaScript",
    {
      method: "POST",
      path: read,
      headers: json,
      body: valid.replace("{", '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},'),
    },
    200,
  ],
  ["an Accept header that no response satisfies", { method: "GET", path: pages, headers: { accept: "image/png" } }, 200],
  ["an invalid content type on a request without a body", { method: "GET", path: pages, headers: { "content-type": ";;;" } }, 200],
];
