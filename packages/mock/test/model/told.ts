import type { Answered } from "../behaviour/rows.ts";

/** A refusal by its status and what it is about, a success by its status and what `read` finds in it. */
export function told(answer: Answered, read: (answer: Answered) => object = () => ({})): unknown {
  const { status, body } = answer;
  if (status < 400) return { status, ...read(answer) };
  if (body?.status !== "error") return { status, legacy: body?.status };
  return { status, category: body.category, invalid: body.context?.INVALID_OBJECT_IDS };
}
