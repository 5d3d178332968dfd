import type { Context } from "hono";

/** So many emails are on a page. */
export const maxListed = 50;

export const views = ["html", "text", "headers", "data"] as const;
export type View = (typeof views)[number];

/** Which emails are listed, and how the one that is open is shown. */
export interface Selection {
  /** Only those to this address; empty for all. */
  readonly to: string;
  /** Whether the sendings are meant that were refused. */
  readonly rejected: boolean;
  /** Only those with smaller numbers. */
  readonly before: number | undefined;
  readonly view: View;
}

export function selectionIn({ req }: Context): Selection {
  const before = Number(req.query("before"));
  const view = views.find((one) => one === req.query("view"));
  return {
    to: req.query("to")?.trim() ?? "",
    rejected: req.query("rejected") === "true",
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
    view: view ?? "html",
  };
}

/** An address that keeps a selection, but for what is changed of it. */
export function addressOf(path: string, selection: Selection, changed: Partial<Selection> = {}): string {
  const { to, rejected, before, view } = { ...selection, ...changed };
  const query = new URLSearchParams({
    ...(to === "" ? {} : { to }),
    ...(rejected ? { rejected: "true" } : {}),
    ...(before === undefined ? {} : { before: String(before) }),
    ...(view === "html" ? {} : { view }),
  }).toString();
  return query === "" ? path : `${path}?${query}`;
}
