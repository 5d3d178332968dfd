import type { Pipeline, PipelineStage, PipelineStageInput } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { TypeWithPipelines } from "../../store/documents/documents.ts";
import { problemOf } from "../common/problems.ts";

const probabilities: readonly string[] = Array.from({ length: 11 }, (_, tenths) => (tenths / 10).toFixed(1));
const ticketStates: readonly string[] = ["OPEN", "CLOSED"];

/** @param others the other pipelines of the object type */
export function stagesProblems(
  objectType: TypeWithPipelines,
  stages: readonly PipelineStageInput[],
  others: readonly Pipeline[],
): Problem[] {
  return [
    ...stages.flatMap((stage, index) => stageProblems(objectType, stage, others, `stages[${index}].`)),
    ...repeated(stages, "label"),
    ...repeated(stages, "stageId"),
  ];
}

/**
 * @param others the pipelines that may not have a stage with the same id
 * @param place the path of the stage in the request, followed by a dot, or an empty string
 */
export function stageProblems(
  objectType: TypeWithPipelines,
  { stageId, metadata }: Pick<PipelineStageInput, "stageId" | "metadata">,
  others: readonly Pipeline[],
  place: string,
): Problem[] {
  const isTaken = stageId !== undefined && others.some(({ stages }) => stages.some(({ id }) => id === stageId));
  const idProblems = isTaken ? [problemOf(`${place}stageId`, "stageIdTaken", "must not be the id of an existing stage", stageId)] : [];
  return [...idProblems, ...metadataProblems(objectType, metadata, place)];
}

function metadataProblems(objectType: TypeWithPipelines, { probability, ticketState }: Metadata, place: string): Problem[] {
  if (objectType === "deals") {
    const field = `${place}metadata.probability`;
    if (probability === undefined) return [problemOf(field, "required", "is required for deals", undefined)];
    return probabilityOf(probability) === undefined
      ? [problemOf(field, "probability", "must be a number from 0 to 1 in steps of 0.1", probability)]
      : [];
  }
  if (ticketState === undefined || ticketStates.includes(ticketState)) return [];
  return [problemOf(`${place}metadata.ticketState`, "enum", `must be one of ${ticketStates.join(", ")}`, ticketState)];
}

function repeated(stages: readonly PipelineStageInput[], field: "label" | "stageId"): Problem[] {
  const earlier = new Set<string>();
  return stages.flatMap(({ [field]: value }, index) => {
    if (value === undefined) return [];
    const isRepeated = earlier.has(value);
    earlier.add(value);
    return isRepeated ? [problemOf(`stages[${index}].${field}`, "uniqueItems", "must be unique among the stages", value)] : [];
  });
}

/** @throws Rejection when tickets could not be closed (observed) */
export function rejectWithoutClosedStage(objectType: TypeWithPipelines, stages: readonly PipelineStage[]): void {
  if (objectType === "deals" || stages.some(({ metadata }) => metadata.ticketState === "CLOSED")) return;
  const message = "A pipeline of tickets must have at least one stage with the ticketState CLOSED.";
  throw new Rejection("VALIDATION_ERROR", message, { subCategory: "PipelineError.MISSING_CLOSED_STAGE" });
}

/** Returns the metadata of a stage whose input has no problems. */
export function declaredMetadata(
  objectType: TypeWithPipelines,
  { probability = "", ticketState = "OPEN" }: Metadata,
): PipelineStage["metadata"] {
  return objectType === "deals" ? { probability: probabilityOf(probability) ?? "" } : { ticketState };
}

type Metadata = PipelineStageInput["metadata"];

function probabilityOf(probability: string | number): string | undefined {
  if (!/^\d([.]\d+)?$/.test(String(probability))) return undefined;
  return probabilities.find((one) => Number(one) === Number(probability));
}
