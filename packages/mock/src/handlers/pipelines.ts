import type { Pipeline, PipelineStage } from "@crm-platform/types";
import { Rejection } from "../contract/errors/rejection.ts";
import type { Context } from "../platform/context.ts";
import type { TypeWithPipelines } from "../store/documents/documents.ts";
import { existing, invalidValue, rejectIfAny } from "./common/problems.ts";
import { timestampOf } from "./common/timestamps.ts";
import { type HandlersOfArea, handlersWith } from "./handlers.ts";
import { deletePipeline, pipelineAudit, savePipeline, stageAudit } from "./pipelines/audit.ts";
import { declaredMetadata, rejectWithoutClosedStage, stageProblems, stagesProblems } from "./pipelines/checks.ts";
import { rejectUsedStages } from "./pipelines/references.ts";
import { createdNow, newStage, stagesFrom, unusedId } from "./pipelines/stages.ts";
import { hasPipelines, isDefault, type PipelineType, pipelinesOf, readableTypes, shownPipeline, shownStage } from "./pipelines/stored.ts";
import { type ObjectType, objectTypeOf } from "./records/objectTypes.ts";
import { requireTypes } from "./records/scopes.ts";

const maxStages = 100;

const ofType = handlersWith(typeWithPipelines);
const ofChangeableType = handlersWith(changeableType);

export const pipelines: HandlersOfArea<"pipelines"> = {
  "pipelines.list": ofType("reads", async (objectType, _, context) => {
    return { status: 200, body: { results: await pipelinesOf(context.store.documents, objectType) } };
  }),
  "pipelines.create": ofChangeableType("writes", async (objectType, { body: { label, displayOrder, stages } }, context) => {
    const others = await pipelinesOf(context.store.documents, objectType);
    rejectIfAny(stagesProblems(objectType, stages, others));
    if (others.some((pipeline) => pipeline.label === label)) throw labelTaken("pipeline of the object type");
    const newStages = await stagesFrom(objectType, stages, undefined, others, context);
    rejectWithoutClosedStage(objectType, newStages);
    const id = await unusedId(others, context);
    const pipeline = { id, label, displayOrder, stages: newStages, ...createdNow(context) };
    await savePipeline(objectType, undefined, pipeline, context);
    return { status: 201, body: shownPipeline(pipeline) };
  }),
  "pipelines.get": ofType("reads", async (objectType, { path }, context) => {
    return { status: 200, body: await existingPipeline(objectType, path.pipelineId, context) };
  }),
  "pipelines.set": ofChangeableType("writes", async (objectType, { path, query, body }, context) => {
    const all = await pipelinesOf(context.store.documents, objectType);
    const pipeline = pipelineWith(all, path.pipelineId);
    const { label, displayOrder } = body;
    const others = all.filter((one) => one !== pipeline);
    rejectIfAny(stagesProblems(objectType, body.stages, others));
    if (others.some((other) => other.label === label)) throw labelTaken("pipeline of the object type");
    const stages = await stagesFrom(objectType, body.stages, pipeline, all, context);
    rejectWithoutClosedStage(objectType, stages);
    const removed = pipeline.stages.filter(({ id }) => !stages.some((stage) => stage.id === id));
    if (isValidated(query)) await rejectUsedStages(objectType, removed, context);
    const changed = { ...pipeline, label, displayOrder, stages, updatedAt: timestampOf(context.now) };
    return { status: 200, body: shownPipeline(await savePipeline(objectType, pipeline, changed, context)) };
  }),
  "pipelines.update": ofChangeableType("writes", async (objectType, { path, body }, context) => {
    const all = await pipelinesOf(context.store.documents, objectType);
    const pipeline = pipelineWith(all, path.pipelineId);
    const { label = pipeline.label, displayOrder = pipeline.displayOrder } = body;
    if (all.some((other) => other !== pipeline && other.label === label)) throw labelTaken("pipeline of the object type");
    const updatedAt = timestampOf(context.now);
    const stages = pipeline.stages.map((stage) => ({ ...stage, updatedAt }));
    const changed = { ...pipeline, label, displayOrder, stages, updatedAt };
    return { status: 200, body: shownPipeline(await savePipeline(objectType, pipeline, changed, context)) };
  }),
  "pipelines.delete": ofChangeableType("writes", async (objectType, { path, query }, context) => {
    const pipeline = await existingPipeline(objectType, path.pipelineId, context);
    if (isDefault(objectType, pipeline)) {
      throw invalidValue("pipelineId", "defaultPipeline", "must not be the default pipeline of the object type", pipeline.id);
    }
    if (isValidated(query)) await rejectUsedStages(objectType, pipeline.stages, context);
    await deletePipeline(context, objectType, pipeline);
    return { status: 204 };
  }),
  "pipelines.getAudit": ofType("reads", async (objectType, { path }, context) => {
    const pipeline = await existingPipeline(objectType, path.pipelineId, context);
    return { status: 200, body: { results: await pipelineAudit(objectType, pipeline, context) } };
  }),
  "pipelines.listStages": ofType("reads", async (objectType, { path }, context) => {
    const { stages } = await existingPipeline(objectType, path.pipelineId, context);
    return { status: 200, body: { results: stages } };
  }),
  "pipelines.createStage": ofChangeableType("writes", async (objectType, { path, body }, context) => {
    const all = await pipelinesOf(context.store.documents, objectType);
    const pipeline = pipelineWith(all, path.pipelineId);
    rejectIfAny(stageProblems(objectType, body, all, ""));
    if (pipeline.stages.some(({ label }) => label === body.label)) throw labelTaken("stage of the pipeline");
    if (pipeline.stages.length >= maxStages) {
      throw new Rejection("VALIDATION_ERROR", `A pipeline can have at most ${maxStages} stages.`);
    }
    const stage = await newStage(objectType, body, all, context);
    const updatedPipeline = { ...pipeline, stages: [...pipeline.stages, stage], updatedAt: timestampOf(context.now) };
    await savePipeline(objectType, pipeline, updatedPipeline, context);
    return { status: 201, body: shownStage(stage) };
  }),
  "pipelines.getStage": ofType("reads", async (objectType, { path }, context) => {
    return { status: 200, body: stageWith(await existingPipeline(objectType, path.pipelineId, context), path.stageId) };
  }),
  "pipelines.setStage": ofChangeableType("writes", async (objectType, { path, body }, context) => {
    return { status: 200, body: await changeStage(objectType, path, body, context) };
  }),
  "pipelines.updateStage": ofChangeableType("writes", async (objectType, { path, body }, context) => {
    return { status: 200, body: await changeStage(objectType, path, body, context) };
  }),
  "pipelines.deleteStage": ofChangeableType("writes", async (objectType, { path, query }, context) => {
    const pipeline = (await pipelinesOf(context.store.documents, objectType)).find(({ id }) => id === path.pipelineId);
    const stage = pipeline?.stages.find(({ id }) => id === path.stageId);
    // The service returns a 204 for any id (observed).
    if (!pipeline || !stage) return { status: 204 };
    const stages = pipeline.stages.filter((one) => one !== stage);
    if (stages.length === 0)
      throw new Rejection("VALIDATION_ERROR", "The only stage of a pipeline cannot be deleted. Delete the pipeline instead.");
    rejectWithoutClosedStage(objectType, stages);
    if (isValidated(query)) await rejectUsedStages(objectType, [stage], context);
    await savePipeline(objectType, pipeline, { ...pipeline, stages, updatedAt: timestampOf(context.now) }, context);
    return { status: 204 };
  }),
  "pipelines.getStageAudit": ofType("reads", async (objectType, { path }, context) => {
    const pipeline = await existingPipeline(objectType, path.pipelineId, context);
    return { status: 200, body: { results: await stageAudit(objectType, pipeline, stageWith(pipeline, path.stageId), context) } };
  }),
};

interface StagePath {
  readonly pipelineId: string;
  readonly stageId: string;
}

type StageChange = Partial<Pick<PipelineStage, "label" | "displayOrder">> & { readonly metadata?: Parameters<typeof declaredMetadata>[1] };

/** Adds the metadata to that of the stage, also if the request replaces the stage (observed). */
async function changeStage(objectType: TypeWithPipelines, path: StagePath, change: StageChange, context: Context): Promise<PipelineStage> {
  const pipeline = await existingPipeline(objectType, path.pipelineId, context);
  const stage = stageWith(pipeline, path.stageId);
  const { label = stage.label, displayOrder = stage.displayOrder } = change;
  const metadata = { ...stage.metadata, ...change.metadata };
  rejectIfAny(stageProblems(objectType, { metadata }, [], ""));
  const others = pipeline.stages.filter((one) => one !== stage);
  if (others.some((other) => other.label === label)) throw labelTaken("stage of the pipeline");
  const updatedAt = timestampOf(context.now);
  const changed = { ...stage, label, displayOrder, metadata: declaredMetadata(objectType, metadata), updatedAt };
  const stages = pipeline.stages.map((one) => (one === stage ? changed : one));
  rejectWithoutClosedStage(objectType, stages);
  return shownStage(stageWith(await savePipeline(objectType, pipeline, { ...pipeline, stages, updatedAt }, context), stage.id));
}

interface Validation {
  readonly validateReferencesBeforeDelete?: boolean;
  readonly validateDealStageUsagesBeforeDelete?: boolean;
}

/** The parameters have the same effect, because the mock has no other references to stages than those of records. */
function isValidated({ validateReferencesBeforeDelete = false, validateDealStageUsagesBeforeDelete = false }: Validation): boolean {
  return validateReferencesBeforeDelete || validateDealStageUsagesBeforeDelete;
}

async function existingPipeline(objectType: PipelineType, pipelineId: string, { store }: Context): Promise<Pipeline> {
  return pipelineWith(await pipelinesOf(store.documents, objectType), pipelineId);
}

function pipelineWith(all: readonly Pipeline[], pipelineId: string): Pipeline {
  const pipeline = all.find(({ id }) => id === pipelineId);
  return existing(pipeline, "No pipeline of the object type has this id.");
}

function stageWith({ stages }: Pipeline, stageId: string): PipelineStage {
  const stage = stages.find(({ id }) => id === stageId);
  return existing(stage, "No stage of the pipeline has this id.");
}

function labelTaken(owner: string): Rejection {
  const problem = { in: "label", code: "labelTaken", message: `label must not be the label of another ${owner}` };
  return new Rejection("CONFLICT", `Another ${owner} already has this label.`, { problems: [problem] });
}

interface TypePath {
  readonly objectType: string;
}

/** @throws Rejection when the object type has no pipelines, or the token lacks the scope for the type's records */
function typeWithPipelines(path: TypePath, action: "read" | "write", context: Context): PipelineType {
  const type = objectTypeOf(path.objectType);
  if (!isReadable(type)) {
    const expectation = `must be an object type that has pipelines: ${readableTypes.join(", ")}`;
    throw invalidValue("objectType", "objectType", expectation, path.objectType);
  }
  requireTypes([type], action, context);
  return type.plural;
}

function isReadable(type: ObjectType | undefined): type is ObjectType & { readonly plural: PipelineType } {
  return type !== undefined && readableTypes.some((plural) => plural === type.plural);
}

/** @throws Rejection like `typeWithPipelines`, or when the pipelines of the type cannot be changed */
function changeableType(path: TypePath, action: "read" | "write", context: Context): TypeWithPipelines {
  const type = typeWithPipelines(path, action, context);
  if (hasPipelines(type)) return type;
  throw invalidValue("objectType", "objectType", "must be tickets or deals, whose pipelines can be changed", path.objectType);
}
