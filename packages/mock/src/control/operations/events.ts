import type { EventDefinition } from "@crm-platform/types";
import type { EventOccurrenceList } from "../../generated/control/schemas.ts";
import { findOccurrences } from "../../handlers/eventOccurrences/list.ts";
import type { ControlContext } from "../context.ts";
import { existingAccount } from "../existingAccount.ts";

/** Selects a page of up to `limit` occurrences. `after` is `paging.next.after` from the previous page. */
export interface OccurrencePage {
  /** The full name of an event. */
  readonly eventType?: string;
  readonly after?: string;
  readonly limit?: number;
}

export async function listOccurrences(context: ControlContext, accountId: number, page: OccurrencePage): Promise<EventOccurrenceList> {
  await existingAccount(context, accountId);
  return context.store.readTogether(accountId, (store) => findOccurrences(page, { store, accountId }));
}

export async function listDefinitions(context: ControlContext, accountId: number): Promise<EventDefinition[]> {
  const { documents } = await existingAccount(context, accountId);
  return (await documents.list("eventDefinition")).map(({ document }) => document);
}
