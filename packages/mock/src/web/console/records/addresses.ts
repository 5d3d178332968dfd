import type { RecordDetails } from "../../../generated/control/schemas.ts";
import { addressOf } from "../page.tsx";

type Place = Pick<RecordDetails, "objectType" | "id">;

export function addressOfRecord(accountId: number, record: Place): string {
  return `${addressOf(accountId, "records")}/${placeOf(record)}`;
}

export function addressOfAssociation(accountId: number, from: Place, to: Place): string {
  return `${addressOfRecord(accountId, from)}/associations/${placeOf(to)}`;
}

export function placeOf({ objectType, id }: Place): string {
  return `${encodeURIComponent(objectType)}/${encodeURIComponent(id)}`;
}
