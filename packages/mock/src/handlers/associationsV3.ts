import { dissociate } from "./associations/associate.ts";
import { endsOf, type Path } from "./associations/ends.ts";
import { batchCreate } from "./associationsV3/batchCreate.ts";
import { batchRead } from "./associationsV3/batchRead.ts";
import { pairsOf } from "./associationsV3/pairs.ts";
import { type HandlersOfArea, handlersWith } from "./handlers.ts";

const ofEnds = handlersWith((path: Path, _, { store }) => endsOf(path, store));

export const associationsV3: HandlersOfArea<"associationsV3"> = {
  "associationsV3.listTypes": ofEnds("reads", async ({ between }) => {
    const results = between.flatMap(({ id, name }) => (name === null ? [] : [{ id: String(id), name }]));
    return { status: 200, body: { results } };
  }),
  "associationsV3.batchCreate": ofEnds("writes", batchCreate),
  "associationsV3.batchRead": ofEnds("readsTogether", batchRead),
  // Nonexistent associations and records are ignored (behaviour.md, 5).
  "associationsV3.batchArchive": ofEnds("writes", async (ends, { body }, { store }) => {
    await dissociate(store.associations, ends.types, pairsOf(ends, body.inputs));
    return { status: 204 };
  }),
};
