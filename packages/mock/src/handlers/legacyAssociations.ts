import { associate, dissociate } from "./associations/associate.ts";
import { list } from "./associations/legacyList.ts";
import { existingPairs } from "./associations/legacyPairs.ts";
import { linkedPairs } from "./associations/linkedPairs.ts";
import type { HandlersOfArea } from "./handlers.ts";

// The same associations as in `associations`, by definition id (behaviour.md, 5).
export const legacyAssociations: HandlersOfArea<"legacyAssociations"> = {
  "legacyAssociations.create": {
    kind: "writes",
    async run({ body }, { store }) {
      await associate(store.associations, await existingPairs(store, body));
      const { fromObjectId, toObjectId, category, definitionId } = body;
      const ids = { fromObjectId: Number(fromObjectId), toObjectId: Number(toObjectId) };
      return { status: 200, body: { ...ids, category, definitionId: Number(definitionId) } };
    },
  },
  "legacyAssociations.batchCreate": {
    kind: "writes",
    async run({ body }, { store }) {
      await associate(store.associations, await existingPairs(store, body));
      return { status: 200, body: {} };
    },
  },
  "legacyAssociations.delete": {
    kind: "writes",
    async run({ body }, { store }) {
      await dissociate(store.associations, await linkedPairs(store, body));
      return { status: 200, body: {} };
    },
  },
  "legacyAssociations.batchDelete": {
    kind: "writes",
    async run({ body }, { store }) {
      await dissociate(store.associations, await linkedPairs(store, body));
      return { status: 200, body: {} };
    },
  },
  "legacyAssociations.list": { kind: "reads", run: list },
};
