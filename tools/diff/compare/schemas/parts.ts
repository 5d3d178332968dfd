import { isObject } from "../../../openapi/json.ts";
import { adds, breaks, quote, reads, type Verdict } from "../finding.ts";
import type { Change } from "./change.ts";

/** What a body that came, went or is demanded otherwise means. */
export function bodyVerdict({ kind, now }: Change): Verdict {
  if (kind === "removed")
    return breaks("body-removed", "Nothing is sent with the request any more: code that passes a body no longer compiles.");
  const isRequired = kind === "added" ? isObject(now) && now["required"] === true : now === true;
  if (isRequired) return breaks("body-required", "The body is required now: requests without one are refused with 400.");
  return adds("body-optional", kind === "added" ? "A body may be sent now." : "The body may be left out now.");
}

/** What a status that came, went or leads elsewhere means. */
export function statusVerdict({ kind, steps }: Change): Verdict {
  if (kind === "modified") return reads("links-changed", "What can be called with the answer is told otherwise.");
  const status = steps.at(-1) ?? "";
  if (kind === "removed")
    return breaks("status-removed", `${quote(status)} is no longer an answer: code that tells it apart no longer compiles.`);
  if (status.startsWith("2"))
    return breaks("status-added", `${quote(status)} may be an answer of success, too: the type of the result has one more form.`);
  return adds("status-added", `${quote(status)} is told as an answer, too.`);
}

/** What a header of an answer that came, went or is told otherwise means. */
export function headerVerdict({ kind, now, steps }: Change): Verdict {
  if (kind === "modified") {
    return now === true
      ? adds("header-required", "It comes with every such answer now.")
      : breaks("header-optional", "It may be missing now.");
  }
  const name = quote(steps.at(-1));
  return kind === "added" ? adds("header-added", `The header ${name} is new.`) : breaks("header-removed", `The header ${name} is gone.`);
}

/** What a form of a body that came, went or is written otherwise means. */
export function mediaTypeVerdict({ kind, old, now, direction }: Change): Verdict {
  const isRequest = direction === "request";
  if (kind === "modified") {
    const text = `Its fields are written as ${quote(now)} now, not as ${quote(old)}`;
    return isRequest
      ? breaks("body-written-otherwise", `${text}: requests written the old way are refused with 400.`)
      : reads("body-written-otherwise", `${text}.`);
  }
  if (kind === "removed") return breaks("media-type-removed", "This form of the body is gone.");
  return adds("media-type-added", isRequest ? "The body can be sent in this form, too." : "The body may come in this form, too.");
}
