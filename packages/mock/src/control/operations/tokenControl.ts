import type { Store } from "../../store/store.ts";
import type { TokenControl } from "../control.ts";
import type { ControlOptions } from "../controlOptions.ts";
import { deleteToken, expireToken, listTokens } from "./tokens.ts";

/** The tokens of an account, in process; `tokens` of the control. */
export function tokenControl(store: Store, { wallClock, checks: { checkParameters }, changes }: ControlOptions): TokenControl {
  return {
    list: async (accountId, page = {}) => {
      const { path, query } = checkParameters("tokens.list", { path: { accountId }, query: page });
      await changes.settled();
      return listTokens(store, path.accountId, query, wallClock());
    },
    delete: async (accountId, tokenId) => {
      const { path } = checkParameters("tokens.delete", { path: { accountId, tokenId } });
      return deleteToken(store, path.accountId, path.tokenId);
    },
    expire: async (accountId, tokenId) => {
      const { path } = checkParameters("tokens.expire", { path: { accountId, tokenId } });
      await changes.settled();
      return expireToken(store, path.accountId, path.tokenId, wallClock());
    },
  };
}
