import { createLabel, deleteLabel, listLabels, updateLabel } from "./associations/labels.ts";
import { batchCreateLimits, batchDeleteLimits, batchUpdateLimits, listAllLimits, listLimits } from "./associations/limitOperations.ts";
import { batchRead, list } from "./associations/read.ts";
import * as write from "./associations/write.ts";
import type { HandlersOfArea } from "./handlers.ts";

export const associations: HandlersOfArea<"associations"> = {
  "associations.createDefault": { kind: "writes", run: write.createDefault },
  "associations.create": { kind: "writes", run: write.create },
  "associations.delete": { kind: "writes", run: write.remove },
  "associations.list": { kind: "readsTogether", run: list },
  "associations.batchRead": { kind: "readsTogether", run: batchRead },
  "associations.batchCreate": { kind: "writes", run: write.batchCreate },
  "associations.batchCreateDefault": { kind: "writes", run: write.batchCreateDefault },
  "associations.batchArchive": { kind: "writes", run: write.batchArchive },
  "associations.batchArchiveLabels": { kind: "writes", run: write.batchArchiveLabels },
  "associations.listLabels": { kind: "reads", run: listLabels },
  "associations.createLabel": { kind: "writes", run: createLabel },
  "associations.updateLabel": { kind: "writes", run: updateLabel },
  "associations.deleteLabel": { kind: "writes", run: deleteLabel },
  "associations.listAllLimits": { kind: "reads", run: listAllLimits },
  "associations.listLimits": { kind: "reads", run: listLimits },
  "associations.batchCreateLimits": { kind: "writes", run: batchCreateLimits },
  "associations.batchUpdateLimits": { kind: "writes", run: batchUpdateLimits },
  "associations.batchDeleteLimits": { kind: "writes", run: batchDeleteLimits },
};
