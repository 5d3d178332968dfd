/** JSON that a browser keeps as a file. @param name in words; it may hold whatever a request has brought */
export function attachment(name: string, content: unknown): Response {
  return new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: { "content-type": "application/json", "cache-control": "no-store", "content-disposition": disposition(name) },
  });
}

/** RFC 6266: a plain name for whoever reads nothing else, and the whole name beside it (RFC 8187). */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}.json"; filename*=UTF-8''${whole}.json`;
}
