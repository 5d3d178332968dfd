import type { RequestEntry, SentEmail, WebhookDelivery } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { Badge, Cut } from "../components/text.tsx";
import { addressOf } from "../page.tsx";
import { addressOfRecord } from "../records/addresses.ts";

const maxTextLength = 200;
const changeKinds = { created: "good", changed: "accent", archived: "warning", restored: "good", deleted: "bad" } as const;
const stateKinds = { pending: "warning", delivered: "good", failed: "bad" } as const;

export interface EffectsProps {
  readonly accountId: number;
  readonly effects: RequestEntry["effects"];
  /** The deliveries and emails that exist. Others are shown by number. */
  readonly deliveries: readonly WebhookDelivery[];
  readonly emails: readonly SentEmail[];
}

export function Effects({ accountId, effects = {}, deliveries, emails }: EffectsProps): Markup | null {
  const { records = [], associations = [], isIncomplete = false } = effects;
  const deliveryNumbers = [...new Set([...(effects.deliveries ?? []), ...deliveries.map(({ number }) => number)])];
  const emailNumbers = [...new Set([...(effects.emails ?? []), ...emails.map(({ number }) => number)])];
  const isEmpty = [records, associations, deliveryNumbers, emailNumbers].every(({ length }) => length === 0);
  if (isEmpty) return null;
  return (
    <ul class="effects">
      {records.map(({ change, properties = [], ...record }) => (
        <li>
          <Badge kind={changeKinds[change]} text={change} /> <RecordLink accountId={accountId} {...record} />{" "}
          <span class="muted">
            <Cut text={properties.join(", ")} max={maxTextLength} />
          </span>
        </li>
      ))}
      {associations.map(({ change, from, to }) => (
        <li>
          <Badge kind={changeKinds[change]} text={change} /> association <RecordLink accountId={accountId} {...recordAt(from)} /> →{" "}
          <RecordLink accountId={accountId} {...recordAt(to)} />
        </li>
      ))}
      {deliveryNumbers.map((number) => (
        <li>
          <Delivery accountId={accountId} number={number} delivery={deliveries.find((delivery) => delivery.number === number)} />
        </li>
      ))}
      {emailNumbers.map((number) => (
        <li>
          <Email accountId={accountId} number={number} email={emails.find((email) => email.number === number)} />
        </li>
      ))}
      {isIncomplete && <li class="muted">and more: only the first 100 are listed</li>}
    </ul>
  );
}

interface RecordLinkProps {
  readonly accountId: number;
  readonly objectType: string;
  readonly id: string;
}

function RecordLink({ accountId, objectType, id }: RecordLinkProps): Markup {
  return (
    <a href={addressOfRecord(accountId, { objectType, id })}>
      <Cut text={`${objectType}/${id}`} max={maxTextLength} />
    </a>
  );
}

/** @param place for example `contacts/3101` */
function recordAt(place: string): { objectType: string; id: string } {
  const end = place.lastIndexOf("/");
  return { objectType: place.slice(0, end), id: place.slice(end + 1) };
}

interface Numbered {
  readonly accountId: number;
  readonly number: number;
}

function Delivery({ accountId, number, delivery }: Numbered & { readonly delivery: WebhookDelivery | undefined }): Markup {
  const types = [...new Set(delivery?.events.map(({ subscriptionType }) => subscriptionType))].join(", ");
  return (
    <>
      <Badge text="webhook" /> <a href={`${addressOf(accountId, "webhooks")}/${number}`}>Delivery {number}</a>{" "}
      <Cut text={types} max={maxTextLength} /> {delivery && <Badge kind={stateKinds[delivery.state]} text={delivery.state} />}
    </>
  );
}

function Email({ accountId, number, email }: Numbered & { readonly email: SentEmail | undefined }): Markup {
  return (
    <>
      <Badge text="email" />{" "}
      <a href={`${addressOf(accountId, "outbox")}/${number}`}>
        <Cut text={email?.subject || `Email ${number}`} max={maxTextLength} />
      </a>{" "}
      {email && (
        <span class="muted">
          to <Cut text={email.message.to} max={maxTextLength} />
        </span>
      )}
    </>
  );
}
