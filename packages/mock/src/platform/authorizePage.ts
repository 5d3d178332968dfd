import { grouped } from "../http/grouped.ts";
import type { Render } from "../http/visit.ts";
import type { Store } from "../store/store.ts";
import { authorize } from "./authorize.ts";
import { openContext } from "./behaviour.ts";
import type { WallClock } from "./clock.ts";
import { locate } from "./locate.ts";

/** Leads `GET /oauth/authorize` to the account of the app that asks. */
export function authorizePage(store: Store, wallClock: WallClock): Render {
  return async (visit) => {
    const { searchParams } = visit.http.url;
    const located = await locate(store, wallClock, visit, searchParams.get("client_id") ?? undefined);
    return authorize(grouped(searchParams), openContext({ store, ...located }));
  };
}
