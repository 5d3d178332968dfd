import type { Answer } from "../../contract/message.ts";
import type { AuthorizeView } from "../../platform/consent/authorizePage.ts";

/** Makes a page of `/oauth/authorize` into an answer. It is loaded with the first of them: most tests look at none. */
export async function showAuthorize(view: AuthorizeView): Promise<Answer> {
  const { show } = await import("./show.tsx");
  return show(view);
}
