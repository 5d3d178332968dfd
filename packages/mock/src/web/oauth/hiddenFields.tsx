import type { Fields } from "../../platform/consent/authorizeRequest.ts";
import type { Markup } from "../html.ts";

/** What a form carries on without showing it. */
export function HiddenFields({ fields }: { readonly fields: Fields }): Markup {
  return (
    <>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
