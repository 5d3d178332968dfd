import { isDeepStrictEqual } from "node:util";
import type { Pipeline, PipelineAuditEntry, PipelineStage } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { PipelineChange, TypeWithPipelines } from "../../store/documents/documents.ts";
import { timestampOf } from "../common/timestamps.ts";
import { type PipelineType, pipelineKey, shownPipeline } from "./stored.ts";

/** The number of changes that are kept for each pipeline. */
const maxChanges = 50;

/** Stores a pipeline and what changed, unless nothing did. Returns the stored pipeline. @param before `undefined` if the pipeline is new */
export async function savePipeline(
  objectType: TypeWithPipelines,
  before: Pipeline | undefined,
  pipeline: Pipeline,
  { store: { documents }, now, caller }: Context,
): Promise<Pipeline> {
  if (before && isDeepStrictEqual(contentOf(shownPipeline(before)), contentOf(shownPipeline(pipeline)))) return before;
  const key = pipelineKey({ objectType, id: pipeline.id });
  const change: PipelineChange = {
    action: before ? "UPDATE" : "CREATE",
    timestamp: timestampOf(now),
    userId: caller.userId,
    stages: stageActions(before?.stages ?? [], pipeline.stages),
    pipeline,
  };
  const changes = [change, ...(await changesOf(objectType, pipeline, documents))].slice(0, maxChanges);
  await documents.put("pipeline", [{ key, document: { ...pipeline, objectType } }]);
  await documents.put("pipelineAudit", [{ key, document: { objectType, id: pipeline.id, changes } }]);
  return pipeline;
}

function contentOf({ stages, updatedAt: _, ...fields }: Pipeline): object {
  return { ...fields, stages: stages.map(({ updatedAt: __, ...stage }) => stage) };
}

export async function deletePipeline({ store: { documents } }: Context, objectType: TypeWithPipelines, { id }: Pipeline): Promise<void> {
  const key = pipelineKey({ objectType, id });
  await documents.delete("pipeline", key);
  await documents.delete("pipelineAudit", key);
}

/** Lists the latest changes first. */
export async function pipelineAudit(type: PipelineType, pipeline: Pipeline, context: Context): Promise<PipelineAuditEntry[]> {
  const changes = await changesOf(type, pipeline, context.store.documents);
  return changes.map((change) => entryOf(change, change.action, "Pipeline", shownPipeline(change.pipeline), context));
}

export async function stageAudit(
  type: PipelineType,
  pipeline: Pipeline,
  { id }: PipelineStage,
  context: Context,
): Promise<PipelineAuditEntry[]> {
  const changes = await changesOf(type, pipeline, context.store.documents);
  return changes.flatMap((change) => {
    const action = change.stages.find((one) => one.id === id)?.action;
    if (!action) return [];
    const stage = shownPipeline(change.pipeline).stages.find((one) => one.id === id);
    return [entryOf(change, action, "Stage", stage ?? { id }, context)];
  });
}

const words = { CREATE: "creation", UPDATE: "update", DELETE: "deletion" } as const;

async function changesOf(
  type: PipelineType,
  { id }: Pipeline,
  documents: Context["store"]["documents"],
): Promise<readonly PipelineChange[]> {
  return (await documents.get("pipelineAudit", `${type}/${id}`))?.changes ?? [];
}

function entryOf(
  { timestamp, userId: fromUserId }: PipelineChange,
  action: keyof typeof words,
  kind: "Pipeline" | "Stage",
  object: { readonly id: string },
  { accountId: portalId }: Context,
): PipelineAuditEntry {
  const identifier = `${portalId}:${object.id}`;
  const message = `${kind} ${words[action]}`;
  return { portalId, identifier, action, timestamp, message, rawObject: JSON.stringify(object), fromUserId };
}

/** The time of the last change of a stage is ignored, because every change of its pipeline sets it. */
function stageActions(before: readonly PipelineStage[], after: readonly PipelineStage[]): PipelineChange["stages"] {
  const textOf = ({ label, displayOrder, metadata }: PipelineStage) =>
    JSON.stringify([label, displayOrder, metadata.probability, metadata.ticketState]);
  const earlier = new Map(before.map((stage) => [stage.id, textOf(stage)]));
  const later = new Map(after.map((stage) => [stage.id, textOf(stage)]));
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((id) => {
    if (earlier.get(id) === later.get(id)) return [];
    return [{ id, action: !earlier.has(id) ? "CREATE" : later.has(id) ? "UPDATE" : "DELETE" } as const];
  });
}
