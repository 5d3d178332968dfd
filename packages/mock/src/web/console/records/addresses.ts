import { addressOf } from "../page.tsx";

interface Place {
  readonly objectType: string;
  readonly id: string;
}

export function addressOfRecord(accountId: number, record: Place): string {
  return `${addressOf(accountId, "records")}/${placeOf(record)}`;
}

export function addressOfAssociation(accountId: number, from: Place, to: Place): string {
  return `${addressOfRecord(accountId, from)}/associations/${placeOf(to)}`;
}

function placeOf({ objectType, id }: Place): string {
  return `${encodeURIComponent(objectType)}/${encodeURIComponent(id)}`;
}
