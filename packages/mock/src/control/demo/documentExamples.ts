import { isObject } from "../../contract/openapi/document.ts";
import { crmPlatform } from "../../crmPlatform.ts";

/** The example of an answer in the document, so that the story is told in one place. @throws Error when it has none such */
export function answerExample(path: string, name: string): unknown {
  const steps = ["paths", path, "get", "responses", "200", "content", "application/json", "examples", name, "value"];
  const found = steps.reduce<unknown>((node, step) => (isObject(node) ? node[step] : undefined), crmPlatform);
  if (found === undefined) throw new Error(`The document has no example ${name} of GET ${path}.`);
  return found;
}
