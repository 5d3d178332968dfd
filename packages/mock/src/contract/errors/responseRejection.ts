import { isObject } from "../openapi/document.ts";
import { Rejection, statusOfCategory } from "./rejection.ts";

/** Returns the rejection that an error response of the mock states. */
export function responseRejection(status: number, text: string): Rejection | Error {
  const body: unknown = text.startsWith("{") ? JSON.parse(text) : undefined;
  const { category, message, errors = [] } = isObject(body) ? body : {};
  if (typeof category !== "string" || !Object.hasOwn(statusOfCategory, category)) {
    return new Error(`The response is not an error of the mock: ${status} ${text.slice(0, 200)}`);
  }
  const problems = (errors as { in?: string; code?: string; message: string }[]).map(({ in: field = "", code = "", message: rule }) => ({
    in: field,
    code,
    message: rule,
  }));
  return new Rejection(category as Rejection["category"], String(message), { problems });
}
