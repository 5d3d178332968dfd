import { type OperationId, operationTable } from "@crm-platform/types";
import { callFor } from "./advance.ts";
import type { Flow, Step } from "./flow.ts";

/** What a request of a step is for. */
export interface TalkText {
  readonly operationId: OperationId;
  readonly why: string;
}

export interface StepText {
  /** In the list of steps. */
  readonly name: string;
  readonly title: string;
  /** One for each request of the step. */
  readonly talks: (flow: Flow) => readonly TalkText[];
  /** The button that leads on; none after the last step. */
  readonly next?: string;
}

const none = (): readonly TalkText[] => [];

export const stepTexts: Readonly<Record<Step, StepText>> = {
  install: { name: "Install URL", title: "1. The user opens the install URL", talks: none },
  returned: { name: "Back at the app", title: "2. The user is back at the app", talks: none, next: "Exchange the code" },
  exchanged: {
    name: "Exchange",
    title: "3. The app exchanges the code for tokens",
    talks: () => [
      {
        operationId: "oauth.createToken",
        why: "The app names itself with its client secret, so nobody who has seen the code can do this. A code is good once, for ten minutes.",
      },
    ],
    next: "Use the access token",
  },
  used: {
    name: "Use",
    title: "4. The app uses the access token",
    talks: (flow) => [
      { operationId: "oauth.getAccessToken", why: "What the token stands for: the user, the account, and the scopes that were granted." },
      { operationId: callFor(flow.granted ?? []), why: useText(flow.granted ?? []) },
    ],
    next: "Refresh the access token",
  },
  refreshed: {
    name: "Refresh",
    title: "5. The app gets another access token",
    talks: () => [
      {
        operationId: "oauth.createToken",
        why: "An access token works for 1,800 seconds. The refresh token gives a new one without the user, and stays the same itself.",
      },
    ],
    next: "Delete the refresh token",
  },
  deleted: {
    name: "Delete",
    title: "6. The app gives the refresh token up",
    talks: () => [
      {
        operationId: "oauth.deleteRefreshToken",
        why: "From now on nobody gets an access token by it. Those there are live on until they expire.",
      },
      { operationId: "oauth.createToken", why: "The proof: a refresh with the same token is refused." },
    ],
  },
};

function useText(granted: readonly string[]): string {
  const isOpen = operationTable[callFor(granted)].scopes.some((scope) => granted.includes(scope));
  if (isOpen) return "A call of the API that the granted scopes open, with the token in the header.";
  return "The granted scopes open none of the simple calls, so this one shows what a missing scope looks like.";
}
