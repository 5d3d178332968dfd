import { type Attempted, NetworkError } from "../errors.ts";
import { isClean, redactor } from "../secrets.ts";

/** Creates the error for a value that `fetch` or middleware threw. A cause that may contain a secret is replaced. */
export function networkError(attempted: Attempted, thrown: unknown, baseUrl: string): NetworkError {
  const hide = redactor(attempted.secrets);
  let what = "Request failed";
  let message = "";
  let isShown = false;
  try {
    const { code, cause, message: text = thrown } = Object(thrown);
    // `fetch` sets the underlying network error as the `cause` of its own error.
    const reason: unknown = Object(cause).code ?? code;
    if (typeof reason === "string") what += ` (${hide(reason)} at ${baseUrl.split("/")[2]})`;
    message = String(text);
    isShown = isClean(thrown, hide);
  } catch {
    // A value that cannot be inspected, such as a circular one, is not exposed.
  }
  return new NetworkError(attempted, what, message, { cause: isShown ? thrown : Error(hide(message)) });
}
