import type { PipelineStage, PipelineStageInput } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { TypeWithPipelines } from "../../store/documents/documents.ts";
import { problemOf } from "../common/problems.ts";

const probabilities: readonly string[] = Array.from({ length: 11 }, (_, tenths) => (tenths / 10).toFixed(1));
const ticketStates: readonly string[] = ["OPEN", "CLOSED"];

/** @param place the path of the stage in the request, followed by a dot, or an empty string */
export function stageProblems(objectType: TypeWithPipelines, { metadata }: PipelineStageInput, place: string): Problem[] {
  if (objectType === "deals") {
    const { probability } = metadata;
    const field = `${place}metadata.probability`;
    if (probability === undefined) return [problemOf(field, "required", "is required for deals", undefined)];
    return probabilityOf(probability) === undefined
      ? [problemOf(field, "probability", "must be a number from 0 to 1 in steps of 0.1", probability)]
      : [];
  }
  const { ticketState } = metadata;
  if (ticketState === undefined || ticketStates.includes(ticketState)) return [];
  return [problemOf(`${place}metadata.ticketState`, "enum", `must be one of ${ticketStates.join(", ")}`, ticketState)];
}

export function repeatedLabels(stages: readonly PipelineStageInput[]): Problem[] {
  const earlier = new Set<string>();
  return stages.flatMap(({ label }, index) => {
    const isRepeated = earlier.has(label);
    earlier.add(label);
    return isRepeated ? [problemOf(`stages[${index}].label`, "uniqueItems", "must be unique among the stages", label)] : [];
  });
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
