import { associate, dissociate } from "./associations/associate.ts";
import { linkedPairs } from "./associations/linkedPairs.ts";
import { list } from "./associations/listV1.ts";
import { existingPairs } from "./associations/pairsV1.ts";
import type { HandlersOfArea } from "./handlers.ts";

// The same associations as in `associations`, by definition id (behaviour.md, 5).
export const associationsV1: HandlersOfArea<"associationsV1"> = {
  "associationsV1.create": {
    kind: "writes",
    async run({ body }, { store }) {
      await associate(store.associations, await existingPairs(store, body));
      const { fromObjectId, toObjectId, category, definitionId } = body;
      const ids = { fromObjectId: Number(fromObjectId), toObjectId: Number(toObjectId) };
      return { status: 200, body: { ...ids, category, definitionId: Number(definitionId) } };
    },
  },
  "associationsV1.batchCreate": {
    kind: "writes",
    async run({ body }, { store }) {
      await associate(store.associations, await existingPairs(store, body));
      return { status: 200, body: {} };
    },
  },
  "associationsV1.delete": {
    kind: "writes",
    async run({ body }, { store }) {
      await dissociate(store.associations, await linkedPairs(store, body));
      return { status: 200, body: {} };
    },
  },
  "associationsV1.batchDelete": {
    kind: "writes",
    async run({ body }, { store }) {
      await dissociate(store.associations, await linkedPairs(store, body));
      return { status: 200, body: {} };
    },
  },
  "associationsV1.list": { kind: "reads", run: list },
};
