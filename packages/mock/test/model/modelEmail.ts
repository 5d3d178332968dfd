import type { CommandOf } from "./commands.ts";
import { contactWithEmail, notFound, withValues } from "./modelRecords.ts";
import { type AccountModel, type Made, make, type Sent, type SmtpTokenModel } from "./state.ts";

/** Both versions return the first result for a `sendId`. The first call of version 2026-03 assigns a status id, which v1 does not return. */
export function send(account: AccountModel, command: CommandOf<"send">): unknown {
  const { sendIds } = account.state;
  const { sendId, version, emailId } = command;
  const first = sendId === undefined ? undefined : sendIds.get(sendId);
  if (!first && emailId === 2) return { status: 400, category: "VALIDATION_ERROR" };
  const sent = first ?? { ...deliver(account, command), requestedAt: account.now };
  const shown = version === "v1" || sent.statusId ? sent : { ...sent, statusId: make(account) };
  if (sendId !== undefined) sendIds.set(sendId, shown);
  const { result, event, statusId, requestedAt } = shown;
  return { status: 200, result, event, ...(version === "v1" ? {} : { is: "COMPLETE", statusId, requestedAt, completedAt: requestedAt }) };
}

function deliver(account: AccountModel, { emailId, to, firstname, code }: CommandOf<"send">): Pick<Sent, "result" | "event"> {
  const { state } = account;
  if (to === "unknown") return { result: "INVALID_TO_ADDRESS" };
  if (to.startsWith("gone")) return { result: "PREVIOUSLY_BOUNCED" };
  if (emailId === 3 && !code) return { result: "MISSING_TEMPLATE_PROPERTIES" };
  const event = make(account);
  state.outbox.push({ emailId, to, event });
  if (firstname !== undefined) {
    const key = contactWithEmail(state.records, to) ?? `contacts/#${make(account).made}`;
    const contact = state.records.get(key) ?? { archivedAt: null, values: { email: [to.toLowerCase()] } };
    state.records.set(key, withValues(contact, { firstname }));
  }
  return { result: "SENT", event };
}

export function createSmtp(account: AccountModel, { version, campaign }: CommandOf<"createSmtp">): unknown {
  const token: SmtpTokenModel = { userName: make(account), campaign, isDeleted: false };
  account.state.smtp.set(token.userName.made, token);
  const created = { ...shownToken(token, version), number: make(account), password: make(account) };
  return { status: version === "v1" ? 200 : 201, ...created };
}

export function resetSmtp(account: AccountModel, { version }: CommandOf<"resetSmtp">, chosen: Made | undefined): unknown {
  const token = tokenOf(account, chosen);
  if (!token || token.isDeleted) return notFound;
  const hash = version === "v1" ? { hash: make(account) } : {};
  return { status: 200, ...shownToken(token, version), password: make(account), ...hash };
}

export function getSmtp(account: AccountModel, chosen: Made | undefined): unknown {
  const token = tokenOf(account, chosen);
  return !token || token.isDeleted ? notFound : { status: 200, ...shownToken(token, "2026-03") };
}

export function deleteSmtp(account: AccountModel, chosen: Made | undefined): unknown {
  const token = tokenOf(account, chosen);
  if (!token) return notFound;
  account.state.smtp.set(token.userName.made, { ...token, isDeleted: true });
  return { status: 204 };
}

/** Only version v1 lists deleted tokens. */
export function listSmtp({ state }: AccountModel, { version }: CommandOf<"listSmtp">): unknown {
  const listed = [...state.smtp.values()].filter(({ isDeleted }) => version === "v1" || !isDeleted);
  return { status: 200, tokens: new Set(listed.map((token) => shownToken(token, version))) };
}

function tokenOf({ state }: AccountModel, chosen: Made | undefined): SmtpTokenModel | undefined {
  return chosen && state.smtp.get(chosen.made);
}

function shownToken({ userName, campaign, isDeleted }: SmtpTokenModel, version: "v1" | "2026-03"): object {
  return { userName, campaign, ...(version === "v1" && { isDeleted }) };
}
