import type { PipelineStage } from "@crm-platform/types";
import { Rejection, shortList } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { TypeWithPipelines } from "../../store/documents/documents.ts";
import { historyOf } from "../../store/records/recordStore.ts";
import { knownType } from "../records/objectTypes.ts";
import { pipelinePair } from "../records/pipelineValues.ts";

/** The number of records that the error names. */
const maxNamed = 100;

/** @throws Rejection when a record that is not archived is at one of the stages */
export async function rejectUsedStages(objectType: TypeWithPipelines, stages: readonly PipelineStage[], { store }: Context): Promise<void> {
  const type = knownType(objectType);
  const [, property = ""] = pipelinePair(type);
  const values = stages.map(({ id }) => id);
  if (values.length === 0) return;
  const groups = [[{ test: "equals", property, by: "exact", values, negated: false } as const]];
  const { records } = await store.records.search(type.typeId, { groups, offset: 0, limit: maxNamed });
  if (records.length === 0) return;
  const objectIds = records.map(({ id }) => id);
  const stageIds = [...new Set(records.map((record) => historyOf(record, property)[0]?.value ?? ""))];
  const used = `${stageIds.length === 1 ? "The stage" : "The stages"} ${shortList(stageIds, "and")}`;
  const message = `${used} cannot be deleted, because ${objectType} are there: ${shortList(objectIds, "and")}. Move them to another stage first.`;
  throw new Rejection("VALIDATION_ERROR", message, { subCategory: "PipelineError.STAGE_ID_IN_USE", context: { stageIds, objectIds } });
}
