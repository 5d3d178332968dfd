import { dissociate } from "./associations/associate.ts";
import { endsOf } from "./associations/ends.ts";
import { batchCreate } from "./associationsV3/batchCreate.ts";
import { batchRead } from "./associationsV3/batchRead.ts";
import { pairsOf } from "./associationsV3/pairs.ts";
import type { HandlersOfArea } from "./handlers.ts";

export const associationsV3: HandlersOfArea<"associationsV3"> = {
  "associationsV3.listTypes": {
    kind: "reads",
    async run({ path }, { store }) {
      const { between } = await endsOf(path, store);
      const results = between.flatMap(({ id, name }) => (name === null ? [] : [{ id: String(id), name }]));
      return { status: 200, body: { results } };
    },
  },
  "associationsV3.batchCreate": { kind: "writes", run: batchCreate },
  "associationsV3.batchRead": { kind: "readsTogether", run: batchRead },
  // Nonexistent associations and records are ignored (behaviour.md, 5).
  "associationsV3.batchArchive": {
    kind: "writes",
    async run({ path, body }, { store }) {
      const ends = await endsOf(path, store);
      await dissociate(store.associations, ends.types, pairsOf(ends, body.inputs));
      return { status: 204 };
    },
  },
};
