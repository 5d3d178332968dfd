import type { ContractResponse } from "../../contract/message.ts";
import type { AuthorizeView } from "../../platform/consent/authorizePage.ts";

/** The pages are loaded on the first request, because most tests do not use them. */
export async function showAuthorize(view: AuthorizeView): Promise<ContractResponse> {
  const { show } = await import("./show.tsx");
  return show(view);
}
