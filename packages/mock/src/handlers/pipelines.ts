import type { Pipeline, PipelineStage, PipelineStageInput } from "@crm-platform/types";
import { Rejection } from "../contract/errors/rejection.ts";
import type { Context } from "../platform/context.ts";
import type { TypeWithPipelines } from "../store/documents/documents.ts";
import { existing, invalidValue, rejectIfAny } from "./common/problems.ts";
import { timestampOf } from "./common/timestamps.ts";
import { type HandlersOfArea, handlersWith } from "./handlers.ts";
import { declaredMetadata, repeatedLabels, stageProblems } from "./pipelines/checks.ts";
import { hasPipelines, inDisplayOrder, pipelinesOf, shownPipeline, shownStage, storePipeline } from "./pipelines/stored.ts";
import { objectTypeOf } from "./records/objectTypes.ts";
import { requireTypes } from "./records/scopes.ts";

const maxStages = 100;

const ofType = handlersWith(typeWithPipelines);

export const pipelines: HandlersOfArea<"pipelines"> = {
  "pipelines.list": ofType("reads", async (objectType, _, context) => {
    return { status: 200, body: { results: await pipelinesOf(context.store.documents, objectType) } };
  }),
  "pipelines.create": ofType("writes", async (objectType, { body: { label, displayOrder, stages } }, context) => {
    const { documents } = context.store;
    rejectIfAny([...stages.flatMap((stage, index) => stageProblems(objectType, stage, `stages[${index}].`)), ...repeatedLabels(stages)]);
    const others = await pipelinesOf(documents, objectType);
    if (others.some((pipeline) => pipeline.label === label)) throw labelTaken("pipeline of the object type");
    const newStages: PipelineStage[] = [];
    for (const stage of stages) newStages.push(await newStage(objectType, stage, others, context));
    const id = await unusedId(others, context);
    const pipeline = { id, label, displayOrder, stages: inDisplayOrder(newStages), ...createdNow(context) };
    await storePipeline(documents, objectType, pipeline);
    return { status: 201, body: shownPipeline(pipeline) };
  }),
  "pipelines.get": ofType("reads", async (objectType, { path }, context) => {
    return { status: 200, body: await existingPipeline(objectType, path.pipelineId, context) };
  }),
  "pipelines.listStages": ofType("reads", async (objectType, { path }, context) => {
    const { stages } = await existingPipeline(objectType, path.pipelineId, context);
    return { status: 200, body: { results: stages } };
  }),
  "pipelines.createStage": ofType("writes", async (objectType, { path, body }, context) => {
    const all = await pipelinesOf(context.store.documents, objectType);
    const pipeline = pipelineWith(all, path.pipelineId);
    rejectIfAny(stageProblems(objectType, body, ""));
    if (pipeline.stages.some(({ label }) => label === body.label)) throw labelTaken("stage of the pipeline");
    if (pipeline.stages.length >= maxStages) {
      throw new Rejection("VALIDATION_ERROR", `A pipeline can have at most ${maxStages} stages.`);
    }
    const stage = await newStage(objectType, body, all, context);
    const updatedPipeline = { ...pipeline, stages: [...pipeline.stages, stage], updatedAt: timestampOf(context.now) };
    await storePipeline(context.store.documents, objectType, updatedPipeline);
    return { status: 201, body: shownStage(stage) };
  }),
  "pipelines.getStage": ofType("reads", async (objectType, { path }, context) => {
    const { stages } = await existingPipeline(objectType, path.pipelineId, context);
    const stage = stages.find(({ id }) => id === path.stageId);
    return { status: 200, body: existing(stage, "No stage of the pipeline has this id.") };
  }),
};

async function existingPipeline(objectType: TypeWithPipelines, pipelineId: string, { store }: Context): Promise<Pipeline> {
  return pipelineWith(await pipelinesOf(store.documents, objectType), pipelineId);
}

function pipelineWith(all: readonly Pipeline[], pipelineId: string): Pipeline {
  const pipeline = all.find(({ id }) => id === pipelineId);
  return existing(pipeline, "No pipeline of the object type has this id.");
}

/** A seeded pipeline or stage may have any id. */
async function unusedId(pipelines: readonly Pipeline[], { ids }: Context): Promise<string> {
  const existingIds = new Set(pipelines.flatMap(({ id, stages }) => [id, ...stages.map((stage) => stage.id)]));
  let id: string;
  do id = String(await ids.number());
  while (existingIds.has(id));
  return id;
}

async function newStage(
  objectType: TypeWithPipelines,
  input: PipelineStageInput,
  pipelines: readonly Pipeline[],
  context: Context,
): Promise<PipelineStage> {
  const { label, displayOrder, metadata } = input;
  return {
    id: await unusedId(pipelines, context),
    label,
    displayOrder,
    metadata: declaredMetadata(objectType, metadata),
    ...createdNow(context),
    writePermissions: "CRM_PERMISSIONS_ENFORCEMENT",
  };
}

function createdNow({ now }: Context): Pick<Pipeline, "createdAt" | "updatedAt" | "archived"> {
  return { createdAt: timestampOf(now), updatedAt: timestampOf(now), archived: false };
}

function labelTaken(owner: string): Rejection {
  const problem = { in: "label", code: "labelTaken", message: `label must not be the label of another ${owner}` };
  return new Rejection("CONFLICT", `Another ${owner} already has this label.`, { problems: [problem] });
}

/** @throws Rejection when the object type has no pipelines, or the token lacks the scope for the type's records */
function typeWithPipelines(
  { objectType: name }: { readonly objectType: string },
  action: "read" | "write",
  context: Context,
): TypeWithPipelines {
  const type = objectTypeOf(name);
  if (!type || !hasPipelines(type.plural)) {
    throw invalidValue("objectType", "objectType", "must be an object type that has pipelines: tickets or deals", name);
  }
  requireTypes([type], action, context);
  return type.plural;
}
