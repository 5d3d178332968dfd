import type { Pipeline, PipelineStage, PipelineStageInput } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { TypeWithPipelines } from "../../store/documents/documents.ts";
import { timestampOf } from "../common/timestamps.ts";
import { declaredMetadata } from "./checks.ts";
import { inDisplayOrder } from "./stored.ts";

/** Keeps the stages of the pipeline that the inputs name, and creates the others. @param all the pipelines of the object type */
export async function stagesFrom(
  objectType: TypeWithPipelines,
  inputs: readonly PipelineStageInput[],
  pipeline: Pipeline | undefined,
  all: readonly Pipeline[],
  context: Context,
): Promise<PipelineStage[]> {
  const stages: PipelineStage[] = [];
  for (const input of inputs) {
    const stage = pipeline?.stages.find(({ id }) => id === input.stageId);
    stages.push(stage ? replacedStage(objectType, stage, input, context) : await newStage(objectType, input, all, context));
  }
  return inDisplayOrder(stages);
}

function replacedStage(objectType: TypeWithPipelines, stage: PipelineStage, input: PipelineStageInput, { now }: Context): PipelineStage {
  const { label, displayOrder, metadata } = input;
  return { ...stage, label, displayOrder, metadata: declaredMetadata(objectType, metadata), updatedAt: timestampOf(now) };
}

export async function newStage(
  objectType: TypeWithPipelines,
  { stageId, label, displayOrder, metadata }: PipelineStageInput,
  all: readonly Pipeline[],
  context: Context,
): Promise<PipelineStage> {
  return {
    id: stageId ?? (await unusedId(all, context)),
    label,
    displayOrder,
    metadata: declaredMetadata(objectType, metadata),
    ...createdNow(context),
    writePermissions: "CRM_PERMISSIONS_ENFORCEMENT",
  };
}

/** A seeded pipeline or stage may have any id. */
export async function unusedId(pipelines: readonly Pipeline[], { ids }: Context): Promise<string> {
  const existingIds = new Set(pipelines.flatMap(({ id, stages }) => [id, ...stages.map((stage) => stage.id)]));
  let id: string;
  do id = String(await ids.number());
  while (existingIds.has(id));
  return id;
}

export function createdNow({ now }: Context): Pick<Pipeline, "createdAt" | "updatedAt" | "archived"> {
  return { createdAt: timestampOf(now), updatedAt: timestampOf(now), archived: false };
}
