import type { Clock } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { ClockForms, type ClockFormsProps } from "./clockForms.tsx";
import { spanInWords } from "./spans.ts";

const states = { frozen: "stands still", offset: "runs", shared: "goes by the clock of all accounts" } as const;

/** What a clock shows, what can be done with it, and what follows. */
export function ClockPage(props: ClockFormsProps): Markup {
  const { clock, wall, path, accountId } = props;
  return (
    <>
      <section class="card clock" aria-label="What time it is">
        <p class="clock-face">
          <Face now={clock.now} />
        </p>
        <p>
          <span class={clock.mode === "frozen" ? "badge warning" : "badge good"}>{states[clock.mode]}</span> {away(clock, wall)}
        </p>
        <p class="actions">
          {clock.mode !== "frozen" && (
            <a class="button small" href={path}>
              Look again
            </a>
          )}
          {accountId !== undefined && (
            <a class="button small" href="/console/clock">
              Clock of all accounts
            </a>
          )}
        </p>
      </section>
      {accountId !== undefined && clock.mode === "shared" && (
        <p class="notice">Whatever you set here gives this account a clock of its own. The other accounts stay as they are.</p>
      )}
      <ClockForms {...props} />
      <Consequences accountId={accountId} />
    </>
  );
}

/** To the second: it has gone on while the page was loading. */
function Face({ now }: { readonly now: string }) {
  return (
    <time datetime={now}>
      <span class="muted">{now.slice(0, 10)}</span> {now.slice(11, 19)} <small>UTC</small>
    </time>
  );
}

/** How far a clock is from the machine's, in words. */
function away({ mode, now, offset }: Clock, wall: number): string {
  const ahead = mode === "offset" && offset !== undefined ? offset : Date.parse(now) - wall;
  if (Math.abs(ahead) < 1_000) return "It shows the time of the machine.";
  return `It is ${spanInWords(Math.abs(ahead))} ${ahead > 0 ? "ahead of" : "behind"} the machine.`;
}

function Consequences({ accountId }: { readonly accountId: number | undefined }) {
  const tokens = accountId === undefined ? undefined : `/console/accounts/${accountId}/tokens`;
  return (
    <section class="card">
      <h2>What follows when time goes by</h2>
      <ul>
        <li>
          {tokens === undefined ? "Access tokens" : <a href={tokens}>Access tokens</a>} expire 1,800 seconds after they were issued. A call
          with an expired one is answered with <code>401 EXPIRED_AUTHENTICATION</code> until it is refreshed.
        </li>
        <li>Codes of the OAuth flow that were not exchanged in time are of no use any more.</li>
        <li>Broadcasts are published when the clock passes their moment.</li>
        <li>The limits count anew: ten seconds are soon over, and the day ends at midnight UTC.</li>
        <li>An operation that ends on a day is gone from that day on.</li>
        {accountId === undefined && <li>An account that has a clock of its own does not notice.</li>}
      </ul>
    </section>
  );
}
