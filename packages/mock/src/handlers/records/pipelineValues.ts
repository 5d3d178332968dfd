import type { Pipeline } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { DocumentStore } from "../../store/documents/documentStore.ts";
import type { TypeWithPipelines } from "../../store/documents/documents.ts";
import { historyOf, type StoredRecord } from "../../store/records/recordStore.ts";
import { defaultPipelineId, hasPipelines, pipelinesOf } from "../pipelines/stored.ts";
import type { ObjectType } from "./objectTypes.ts";
import { propertyProblem, type Values } from "./propertyValues.ts";

interface PipelineProperties {
  readonly pipeline: string;
  readonly stage: string;
  readonly required: readonly string[];
}

const pipelineProperties: Readonly<Record<TypeWithPipelines, PipelineProperties>> = {
  deals: { pipeline: "pipeline", stage: "dealstage", required: [] },
  tickets: { pipeline: "hs_pipeline", stage: "hs_pipeline_stage", required: ["subject", "hs_pipeline_stage"] },
};

export async function pipelinesFor({ plural }: ObjectType, documents: DocumentStore): Promise<readonly Pipeline[]> {
  return hasPipelines(plural) ? pipelinesOf(documents, plural) : [];
}

/** Returns the names of the properties that contain a record's pipeline and stage. */
export function pipelinePair({ plural }: ObjectType): readonly string[] {
  if (!hasPipelines(plural)) return [];
  const { pipeline, stage } = pipelineProperties[plural];
  return [pipeline, stage];
}

/** Adds the default pipeline if the values set a stage and the record would have no pipeline. @param record the state before the write */
export function withPipeline(
  { plural }: ObjectType,
  pipelines: readonly Pipeline[],
  input: Values,
  record: StoredRecord | undefined,
  place: string,
): { values: Values; problems: Problem[] } {
  if (!hasPipelines(plural)) return { values: input, problems: [] };
  const names = pipelineProperties[plural];
  const needsPipeline = input[names.stage] && !(input[names.pipeline] ?? currentValue(record, names.pipeline));
  const values = needsPipeline ? { ...input, [names.pipeline]: defaultPipelineId(plural) } : input;
  const missing = names.required.filter((name) => (record ? values[name] === "" : !values[name]));
  const problems = missing.map((name) => propertyProblem(name, `${place}.${name}`, "required", "is required", undefined));
  return { values, problems: [...pipelineProblems(names, pipelines, values, record, place), ...problems] };
}

function pipelineProblems(
  names: PipelineProperties,
  pipelines: readonly Pipeline[],
  values: Values,
  record: StoredRecord | undefined,
  place: string,
): Problem[] {
  const { [names.pipeline]: givenPipeline, [names.stage]: givenStage } = values;
  const problem = (name: string, expectation: string) =>
    propertyProblem(name, `${place}.${name}`, "INVALID_OPTION", expectation, values[name]);
  if (givenPipeline === "" && givenStage === undefined && currentValue(record, names.pipeline) && currentValue(record, names.stage)) {
    const advice = names.required.includes(names.stage) ? "" : `; set ${names.stage} to an empty string too`;
    return [problem(names.pipeline, `must not be empty while the record has a stage${advice}`)];
  }
  if (!givenPipeline && !givenStage) return [];
  const pipelineId = givenPipeline ?? currentValue(record, names.pipeline);
  const pipeline = pipelines.find(({ id }) => id === pipelineId);
  if (givenPipeline && !pipeline) return [problem(names.pipeline, "must be the id of a pipeline of the object type")];
  const stage = givenStage ?? currentValue(record, names.stage);
  if (!stage || pipeline?.stages.some(({ id }) => id === stage)) return [];
  if (!givenStage)
    return [problem(names.pipeline, `must be set together with ${names.stage}, because the pipeline lacks the record's stage`)];
  return [
    pipeline
      ? problem(names.stage, `must be the id of a stage of the pipeline ${pipeline.id}`)
      : problem(names.stage, `must be set together with ${names.pipeline}, because the record's pipeline does not exist`),
  ];
}

function currentValue(record: StoredRecord | undefined, name: string): string | undefined {
  return record && historyOf(record, name)[0]?.value;
}
