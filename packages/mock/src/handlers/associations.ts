import { accessedEnds } from "./associations/ends.ts";
import { createLabel, deleteLabel, listLabels, updateLabel } from "./associations/labels.ts";
import { batchCreateLimits, batchDeleteLimits, batchUpdateLimits, listAllLimits, listLimits } from "./associations/limitOperations.ts";
import { batchRead, list } from "./associations/read.ts";
import * as write from "./associations/write.ts";
import { type HandlersOfArea, handlersWith, reads } from "./handlers.ts";

const ofEnds = handlersWith(accessedEnds);

export const associations: HandlersOfArea<"associations"> = {
  "associations.createDefault": ofEnds("writes", write.createDefault),
  "associations.create": ofEnds("writes", write.create),
  "associations.delete": ofEnds("writes", write.remove),
  "associations.list": ofEnds("readsTogether", list),
  "associations.batchRead": ofEnds("readsTogether", batchRead),
  "associations.batchCreate": ofEnds("writes", write.batchCreate),
  "associations.batchCreateDefault": ofEnds("writes", write.batchCreateDefault),
  "associations.batchArchive": ofEnds("writes", write.batchArchive),
  "associations.batchArchiveLabels": ofEnds("writes", write.batchArchiveLabels),
  "associations.listLabels": ofEnds("reads", listLabels),
  "associations.createLabel": ofEnds("writes", createLabel),
  "associations.updateLabel": ofEnds("writes", updateLabel),
  "associations.deleteLabel": ofEnds("writes", deleteLabel),
  "associations.listAllLimits": reads(listAllLimits),
  "associations.listLimits": ofEnds("reads", listLimits),
  "associations.batchCreateLimits": ofEnds("writes", batchCreateLimits),
  "associations.batchUpdateLimits": ofEnds("writes", batchUpdateLimits),
  "associations.batchDeleteLimits": ofEnds("writes", batchDeleteLimits),
};
