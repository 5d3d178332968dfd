import type { Markup } from "../html.ts";
import { Tabs } from "./components/table.tsx";
import { addressOf } from "./page.tsx";

export function WebhookTabs({
  accountId,
  current,
}: {
  readonly accountId: number;
  readonly current: "deliveries" | "subscriptions";
}): Markup {
  const deliveries = addressOf(accountId, "webhooks");
  return (
    <Tabs
      label="Webhooks"
      tabs={[
        { href: deliveries, text: "Deliveries", isCurrent: current === "deliveries" },
        { href: `${deliveries}/subscriptions`, text: "Subscriptions", isCurrent: current === "subscriptions" },
      ]}
    />
  );
}
