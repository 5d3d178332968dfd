/** Writes one field per value, and array items as fields with the same name (OpenAPI 3.1, 4.8.14.4). */
export function writeForm(body: unknown): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(body))) {
    for (const part of [value].flat()) {
      if (part !== undefined) form.append(name, String(part));
    }
  }
  return String(form);
}
