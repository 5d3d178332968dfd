import type { RequestEntry, SentEmail, WebhookDelivery } from "../../../generated/control/schemas.ts";

/** A request with its effects, or a delivery or an email that no request of the journal caused. */
export interface TimelineItem {
  readonly at: string;
  readonly request?: RequestEntry;
  readonly deliveries: readonly WebhookDelivery[];
  readonly emails: readonly SentEmail[];
}

/** The numbers at which the next page starts. */
export interface Cursor {
  readonly request: number | undefined;
  readonly delivery: number | undefined;
  readonly email: number | undefined;
}

export interface Sources {
  /** Newest first, like the other lists. */
  readonly requests: readonly RequestEntry[];
  readonly deliveries: readonly WebhookDelivery[];
  readonly emails: readonly SentEmail[];
}

export interface Timeline {
  /** Newest first. */
  readonly items: readonly TimelineItem[];
  readonly next: Cursor | undefined;
}

export type Matches = (item: TimelineItem) => boolean;

export function timelineOf({ requests, deliveries, emails }: Sources, before: Cursor, matches: Matches, pageSize: number): Timeline {
  const all = requests.map((request) => itemOf(request, deliveries, emails));
  const matching = all.filter(matches);
  const shown = matching.slice(0, pageSize);
  const hasOlder = matching.length > pageSize;
  const oldest = shown.at(-1)?.at ?? "";
  const others = [
    ...withoutCause(deliveries, all, "deliveries").map((delivery) => ({ at: sentAt(delivery), deliveries: [delivery], emails: [] })),
    ...withoutCause(emails, all, "emails").map((email) => ({ at: email.at, deliveries: [], emails: [email] })),
  ].filter((item) => matches(item) && (!hasOlder || item.at > oldest));
  const items = inOrder(shown, others.toSorted(byTime));
  if (!hasOlder) return { items, next: undefined };
  const next = {
    request: shown.at(-1)?.request?.id,
    delivery: lowest(items.flatMap((item) => item.deliveries)) ?? before.delivery,
    email: lowest(items.flatMap((item) => item.emails)) ?? before.email,
  };
  return { items, next };
}

function itemOf(request: RequestEntry, deliveries: readonly WebhookDelivery[], emails: readonly SentEmail[]): TimelineItem {
  const { deliveries: caused = [], emails: sent = [] } = request.effects ?? {};
  return {
    at: request.at,
    request,
    deliveries: caused.length === 0 ? [] : deliveries.filter(({ number }) => caused.includes(number)),
    emails: sent.length === 0 ? [] : emails.filter(({ number }) => sent.includes(number)),
  };
}

function withoutCause<Item extends { readonly number: number }>(
  items: readonly Item[],
  requests: readonly TimelineItem[],
  kind: "deliveries" | "emails",
): Item[] {
  const caused = new Set(requests.flatMap(({ request }) => request?.effects?.[kind] ?? []));
  return items.filter(({ number }) => !caused.has(number));
}

/** A replayed delivery has the events of the original, so its first attempt determines its time. */
function sentAt({ attempts, events }: WebhookDelivery): string {
  return attempts[0]?.sentAt ?? new Date(events[0]?.occurredAt ?? 0).toISOString();
}

function byTime(one: TimelineItem, other: TimelineItem): number {
  return one.at === other.at ? 0 : one.at < other.at ? 1 : -1;
}

/** Keeps the requests in the order of the journal, even if the clock was set back. */
function inOrder(requests: readonly TimelineItem[], others: readonly TimelineItem[]): TimelineItem[] {
  const left = [...others];
  const ordered = requests.flatMap((request) => {
    const count = left.findIndex(({ at }) => at < request.at);
    return [...left.splice(0, count < 0 ? left.length : count), request];
  });
  return [...ordered, ...left];
}

function lowest(items: readonly { readonly number: number }[]): number | undefined {
  return items.length === 0 ? undefined : Math.min(...items.map(({ number }) => number));
}
