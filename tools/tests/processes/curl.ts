/** The part of curl that the samples use, for machines without curl. Any other option is an error. */
import { parseArgs } from "node:util";

const list = { type: "string", multiple: true, default: [] as string[] } as const;
const { values, positionals } = parseArgs({
  options: { request: { type: "string" }, header: list, json: { type: "string" }, "data-urlencode": list },
  allowPositionals: true,
});
const [url, ...others] = positionals;
if (url === undefined || others.length > 0) throw new Error(`Expected one URL. Found: ${positionals.length}.`);

const headers = new Headers(
  values.header.map((header): [string, string] => {
    const colon = header.indexOf(":");
    return [header.slice(0, colon), header.slice(colon + 1).trim()];
  }),
);
const response = await fetch(url, { redirect: "manual", headers, ...bodyAndMethod() });
process.stdout.write(await response.text());

/** With a body the default method is POST. */
function bodyAndMethod(): RequestInit {
  const form = values["data-urlencode"].map((field): [string, string] => {
    const equals = field.indexOf("=");
    return [field.slice(0, equals), field.slice(equals + 1)];
  });
  if (values.json !== undefined) {
    headers.set("content-type", "application/json");
    headers.set("accept", "application/json");
    return { method: values.request ?? "POST", body: values.json };
  }
  if (form.length > 0) return { method: values.request ?? "POST", body: new URLSearchParams(form) };
  return { method: values.request ?? "GET" };
}
