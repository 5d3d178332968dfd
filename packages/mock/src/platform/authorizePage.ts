import { grouped } from "../front/grouped.ts";
import type { Render } from "../front/pages.ts";
import type { Store } from "../store/store.ts";
import { authorize } from "./authorize.ts";
import { openContext } from "./behaviour.ts";
import { timeOn, type WallClock } from "./clock.ts";
import { accountIdOf } from "./ids.ts";

/** Leads `GET /oauth/authorize` to the account of the app that asks. */
export function authorizePage(store: Store, wallClock: WallClock): Render {
  return async (url) => {
    const accountId = accountIdOf(url.searchParams.get("client_id") ?? "");
    const session = await store.session(accountId ?? 0, "");
    const now = timeOn(session.clock, wallClock());
    return authorize(grouped(url.searchParams), openContext({ store, session, accountId, origin: url.origin, now }));
  };
}
