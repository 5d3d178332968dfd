import { scopes as platformScopes } from "@crm-platform/types";
import type { Refusal } from "../../../contract/errors/refusal.ts";
import type { AccountList } from "../../../generated/control/schemas.ts";
import { Field, Refused, Select, statusOf } from "../components/forms.tsx";
import { consolePage } from "../page.tsx";

/** What a flow begins with. */
export interface Choice {
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
}

/** Enough to see what scopes do; the platform has many more. */
export const offeredScopes: readonly string[] = [
  "content",
  "tickets",
  "transactional-email",
  "social",
  "crm.objects.contacts.read",
  "behavioral_events.event_definitions.read_write",
  "tickets.sensitive.v2",
];

const atFirst: Choice = { accountId: "", scopes: ["content", "tickets"], optionalScopes: ["transactional-email", "tickets.sensitive.v2"] };

export interface StartPageProps {
  readonly accounts: AccountList;
  /** Whether there is a flow to go on with. */
  readonly hasFlow: boolean;
  readonly choice?: Choice;
  /** Why the choice could not be taken. */
  readonly refusal?: Refusal | undefined;
}

/** Where a flow begins: with an account, and with what the app asks for. */
export function startPage({ accounts, hasFlow, choice = atFirst, refusal }: StartPageProps): Promise<Response> {
  const { results, paging } = accounts;
  const page = (
    <>
      <p class="lead">The way of an app to its tokens, one step at a time, with every request that it sends.</p>
      <Refused refusal={refusal} />
      {hasFlow && (
        <p class="notice">
          A flow is under way. <a href="/console/oauth/flow">Go on with it</a>, or begin another one below.
        </p>
      )}
      {results.length === 0 ? (
        <p class="empty">
          There is no account yet, and an app is installed in one. <a href="/console/accounts">Make an account</a>
        </p>
      ) : (
        <form method="post" action="/console/oauth" class="card">
          <Accounts accounts={results} chosen={choice.accountId} isPart={paging !== undefined} />
          <Scopes choice={choice} />
          <p class="hint">An app named “OAuth debugger” is installed in the account, with these scopes. It stays there.</p>
          <p class="actions">
            <button type="submit" class="primary">
              Install the app
            </button>
          </p>
        </form>
      )}
    </>
  );
  return consolePage({ title: "OAuth debugger", current: "/console/oauth", children: page }, statusOf(refusal));
}

interface AccountsProps {
  readonly accounts: AccountList["results"];
  readonly chosen: string;
  /** Whether there are more accounts than these. */
  readonly isPart: boolean;
}

function Accounts({ accounts, chosen, isPart }: AccountsProps) {
  const hint = isPart ? "There are more accounts; these are the first." : "Whose user is going to be asked.";
  const options = accounts.map(
    ({ accountId, hubDomain, userEmail }) => [String(accountId), `${hubDomain} (${accountId}), ${userEmail}`] as const,
  );
  return (
    <Field id="account" label="Account" hint={hint}>
      {(described) => <Select name="accountId" options={options} chosen={chosen} described={described} />}
    </Field>
  );
}

const ways = [
  ["required", "needed"],
  ["optional", "optional"],
  ["", "not asked for"],
] as const;

function Scopes({ choice: { scopes, optionalScopes } }: { readonly choice: Choice }) {
  const wayOf = (scope: string) => (scopes.includes(scope) ? "required" : optionalScopes.includes(scope) ? "optional" : "");
  return (
    <fieldset class="debugger-scopes">
      <legend>Scopes that the app asks for</legend>
      {offeredScopes.map((scope, index) => (
        <div class="field">
          <label for={`scope-${index}`}>
            <code>{scope}</code> <span class="hint">{platformScopes[scope]}</span>
          </label>
          <Select name={`scope ${scope}`} options={ways} chosen={wayOf(scope)} described={{ id: `scope-${index}` }} />
        </div>
      ))}
    </fieldset>
  );
}
