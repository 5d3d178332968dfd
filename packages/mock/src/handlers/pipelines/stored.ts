import type { Pipeline, PipelineStage } from "@crm-platform/types";
import type { DocumentStore } from "../../store/documents/documentStore.ts";
import type { StoredPipeline, TypeWithPipelines } from "../../store/documents/documents.ts";
import type { PropertyOption } from "../../store/records/recordStore.ts";
import { builtInProperties } from "../records/builtInProperties.ts";

const defaultMetadata = { createdAt: "1970-01-01T00:00:00Z", updatedAt: "1970-01-01T00:00:00Z", archived: false };

const defaultPipelines: Readonly<Record<TypeWithPipelines, Pipeline>> = {
  tickets: defaultPipeline("0", "Support Pipeline", [
    defaultStage("1", "New", { ticketState: "OPEN" }),
    defaultStage("2", "Waiting on contact", { ticketState: "OPEN" }),
    defaultStage("3", "Waiting on us", { ticketState: "OPEN" }),
    defaultStage("4", "Closed", { ticketState: "CLOSED" }),
  ]),
  deals: defaultPipeline("default", "Sales Pipeline", [
    defaultStage("appointmentscheduled", "Appointment Scheduled", { probability: "0.2" }),
    defaultStage("qualifiedtobuy", "Qualified To Buy", { probability: "0.4" }),
    defaultStage("presentationscheduled", "Presentation Scheduled", { probability: "0.6" }),
    defaultStage("decisionmakerboughtin", "Decision Maker Bought-In", { probability: "0.8" }),
    defaultStage("contractsent", "Contract Sent", { probability: "0.9" }),
    defaultStage("closedwon", "Closed Won", { probability: "1.0" }),
    defaultStage("closedlost", "Closed Lost", { probability: "0.0" }),
  ]),
};

/** Contacts and companies have one pipeline, whose stages are the lifecycle stages, and leads have one too. These cannot be changed. */
export type PipelineType = TypeWithPipelines | "contacts" | "companies" | "leads";

export const readableTypes: readonly PipelineType[] = ["tickets", "deals", "contacts", "companies", "leads"];

export function hasPipelines(plural: string): plural is TypeWithPipelines {
  return Object.hasOwn(defaultPipelines, plural);
}

export function defaultPipelineId(objectType: TypeWithPipelines): string {
  return defaultPipelines[objectType].id;
}

export function isDefault(objectType: TypeWithPipelines, { id }: Pipeline): boolean {
  return id === defaultPipelines[objectType].id;
}

/** Returns the pipelines in display order, and their stages in display order. */
export async function pipelinesOf(documents: DocumentStore, objectType: PipelineType): Promise<Pipeline[]> {
  if (!hasPipelines(objectType)) return [shownPipeline(objectType === "leads" ? leadPipeline() : lifecyclePipeline(objectType))];
  const initial = defaultPipelines[objectType];
  const byId = new Map([[initial.id, initial]]);
  for (const { document } of await documents.list("pipeline")) {
    const { objectType: storedType, ...pipeline } = document;
    // A default pipeline is stored when it is changed. The stored pipeline replaces the default one.
    if (storedType === objectType) byId.set(pipeline.id, pipeline);
  }
  return inDisplayOrder([...byId.values()]).map(shownPipeline);
}

export function shownPipeline(pipeline: Pipeline): Pipeline {
  return { ...pipeline, stages: inDisplayOrder(pipeline.stages).map(shownStage) };
}

/** Adds whether the stage is closed, which follows from the probability of a deal or the state of another stage. */
export function shownStage(stage: PipelineStage): PipelineStage {
  const { probability, ticketState, state } = stage.metadata;
  const isClosed = ticketState === "CLOSED" || state === "CLOSED" || (probability !== undefined && [0, 1].includes(Number(probability)));
  return { ...stage, metadata: { ...stage.metadata, isClosed: String(isClosed) } };
}

export function pipelineKey({ objectType, id }: Pick<StoredPipeline, "objectType" | "id">): string {
  return `${objectType}/${id}`;
}

interface Ordered {
  readonly label: string;
  readonly displayOrder: number;
}

export function inDisplayOrder<Item extends Ordered>(items: readonly Item[]): Item[] {
  return [...items].sort((one, other) => one.displayOrder - other.displayOrder || (one.label < other.label ? -1 : 1));
}

function lifecyclePipeline(objectType: "contacts" | "companies"): Pipeline {
  const stages = optionsOf(objectType, "lifecyclestage").map(({ value, label }) =>
    defaultStage(value, label, { state: value === "other" ? "CLOSED" : "OPEN" }),
  );
  return defaultPipeline(`${objectType}-lifecycle-pipeline`, "Lifecycle Stage", stages);
}

/** Nothing is known of the metadata of the stages. */
function leadPipeline(): Pipeline {
  const stages = optionsOf("leads", "hs_pipeline_stage").map(({ value, label }) => defaultStage(value, label, {}));
  return defaultPipeline("lead-pipeline-id", "Lead pipeline", stages);
}

function optionsOf(objectType: string, property: string): readonly PropertyOption[] {
  return builtInProperties(objectType).get(property)?.options ?? [];
}

function defaultPipeline(id: string, label: string, stages: readonly Omit<PipelineStage, "displayOrder">[]): Pipeline {
  const orderedStages = stages.map((stage, displayOrder) => ({ ...stage, displayOrder }));
  return { id, label, displayOrder: 0, stages: orderedStages, ...defaultMetadata };
}

function defaultStage(id: string, label: string, metadata: PipelineStage["metadata"]): Omit<PipelineStage, "displayOrder"> {
  return { id, label, metadata, ...defaultMetadata, writePermissions: "CRM_PERMISSIONS_ENFORCEMENT" };
}
