import type { RequestEntry } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { queryOf, type RequestFilter } from "./requestFilter.ts";
import { RequestForm } from "./requestForm.tsx";
import { RequestRow } from "./requestRow.tsx";

export interface RequestListProps {
  readonly filter: RequestFilter;
  /** Newest first. */
  readonly entries: readonly RequestEntry[];
  readonly hasOlder: boolean;
  /** Whether these are the newest there are: only that page goes on by itself. */
  readonly isNewest: boolean;
  /** The page that the list is on. */
  readonly path: string;
  readonly isOfAccount: boolean;
}

/** A page of the journal. The newest one goes on by itself where there is a script, and has a link to load it again. */
export function RequestList({ filter, entries, hasOlder, isNewest, path, isOfAccount }: RequestListProps): Markup {
  const query = queryOf(filter, isOfAccount);
  const here = addressOf(path, query);
  const oldest = entries.at(-1);
  return (
    <>
      <RequestForm filter={filter} path={path} isOfAccount={isOfAccount} />
      <div class="toolbar">
        {isNewest ? <Live filter={filter} after={entries[0]?.id ?? 0} reload={here} /> : <a href={here}>The newest requests</a>}
        <Clear path={isOfAccount ? `${path}/clear` : "/console/requests/clear"} />
      </div>
      {entries.length === 0 && <Empty isFiltered={[...query].length > 0} />}
      <div class="table requests" data-requests hidden={entries.length === 0}>
        <table>
          <caption>
            Newest first. Times are UTC, by the clock of this machine; the clock of the account stands below where it differs.
          </caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Request and operation</th>
              <th scope="col">Outcome</th>
              <th scope="col" class="number">
                Took
              </th>
              <th scope="col" class="number">
                Account
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <RequestRow entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
      {(hasOlder || isNewest) && (
        <p data-older hidden={!hasOlder}>
          <a class="button" rel={hasOlder ? "next" : undefined} href={addressOf(path, query, oldest?.id)}>
            Older requests
          </a>
        </p>
      )}
    </>
  );
}

/** The script makes it go on by itself; without one there is a link to load the page again. */
function Live({ filter, after, reload }: { readonly filter: RequestFilter; readonly after: number; readonly reload: string }): Markup {
  return (
    <div class="live" data-live={addressOf("/console/events", queryOf(filter, false))} data-after={after}>
      <a href={reload}>Load again</a>
    </div>
  );
}

function Clear({ path }: { readonly path: string }): Markup {
  return (
    <form method="post" action={path}>
      <button type="submit" class="small danger">
        Clear the journal
      </button>
    </form>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }): Markup {
  return (
    <p class="empty" data-empty>
      {isFiltered ? "No request fits." : "No request has come yet. What the mock is asked shows up here."}
    </p>
  );
}

function addressOf(path: string, query: URLSearchParams, before?: number): string {
  const whole = new URLSearchParams(query);
  if (before !== undefined) whole.set("before", String(before));
  return whole.size === 0 ? path : `${path}?${whole}`;
}
