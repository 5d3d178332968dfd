/** What a page says after a form has been sent, by the code that its address carries. Nothing but these is ever shown. */
const notes = {
  "journal-cleared": "The requests are gone.",
  "account-deleted": "The account and all that was in it are gone.",
  "token-revoked": "The token is revoked: it is unknown from now on.",
  "token-expired": "The token has expired: the API answers it with 401 EXPIRED_AUTHENTICATION from now on.",
  "clock-set": "The clock is set.",
  "fault-added": "The fault is set. It strikes from the next call on.",
  "fault-deleted": "The fault is gone.",
  "faults-cleared": "The faults are gone.",
  "record-saved": "The record is saved.",
  "snapshot-saved": "The snapshot is saved.",
  "snapshot-restored": "The account holds what the snapshot has in it, and nothing else.",
  "snapshot-deleted": "The saved snapshot is gone. The account stays as it is.",
} as const;

export type NoteCode = keyof typeof notes;

/** Where to go after a form has been sent: a page that says what was done. @param path of the page, without a query */
export function doneAt(path: string, code: NoteCode): string {
  return `${path}?done=${code}`;
}

/** The sentence of a code; `undefined` for what is none. */
export function noteOf(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(notes, code) ? notes[code as NoteCode] : undefined;
}
