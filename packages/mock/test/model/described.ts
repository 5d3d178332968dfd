import type { Answered } from "../behaviour/rows.ts";

/** An error as its status and category, or a success as its status and what `read` returns. */
export function described(answer: Answered, read: (answer: Answered) => object = () => ({})): unknown {
  const { status, body } = answer;
  if (status < 400) return { status, ...read(answer) };
  if (body?.status !== "error") return { status, legacy: body?.status };
  return { status, category: body.category, invalid: body.context?.INVALID_OBJECT_IDS };
}
