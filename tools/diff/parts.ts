import { isObject } from "../model/extensions.ts";
import type { EngineChange } from "./engine.ts";
import { adds, breaks, type Direction, quote, type Verdict } from "./finding.ts";

/** What a body that came, went or is demanded otherwise means. */
export function bodyVerdict({ kind, property, base, revision }: EngineChange): Verdict | undefined {
  if (kind === "removed")
    return breaks("body-removed", "Nothing is sent with the request any more: code that passes a body no longer compiles.");
  const body = revision?.value;
  const isRequired = kind === "added" ? isObject(body) && body["required"] === true : body === true;
  if (kind === "modified" && property !== "required") return undefined;
  if (isRequired) return breaks("body-required", "The body is required now: requests without one are refused with 400.");
  return adds("body-optional", base === undefined ? "A body may be sent now." : "The body may be left out now.");
}

/** What a status that came, went or is another one means. */
export function responseVerdict({ kind }: EngineChange, steps: readonly string[]): Verdict | undefined {
  if (kind === "modified") return undefined;
  const status = steps.at(-1) ?? "";
  const isSuccess = status.startsWith("2");
  if (kind === "removed")
    return breaks("status-removed", `${quote(status)} is no longer an answer: code that tells it apart no longer compiles.`);
  if (isSuccess)
    return breaks("status-added", `${quote(status)} may be an answer of success, too: the type of the result has one more form.`);
  return adds("status-added", `${quote(status)} is told as an answer, too.`);
}

/** What a header of an answer that came, went or is told otherwise means. */
export function headerVerdict({ kind, property, revision }: EngineChange, steps: readonly string[]): Verdict | undefined {
  if (property === "required") {
    return revision?.value === true
      ? adds("header-required", "It comes with every such answer now.")
      : breaks("header-optional", "It may be missing now.");
  }
  if (kind === "modified") return undefined;
  const name = quote(steps.at(-1));
  return kind === "added" ? adds("header-added", `The header ${name} is new.`) : breaks("header-removed", `The header ${name} is gone.`);
}

/** What a form of a body that came or went means. */
export function mediaTypeVerdict({ kind }: EngineChange, direction: Direction): Verdict | undefined {
  if (kind === "modified") return undefined;
  if (kind === "removed") return breaks("media-type-removed", "This form of the body is gone.");
  return adds(
    "media-type-added",
    direction === "request" ? "The body can be sent in this form, too." : "The body may come in this form, too.",
  );
}
