import { Rejection } from "../../../contract/errors/rejection.ts";
import type { CallAsUser } from "../asUser.ts";
import type { Options } from "../components/forms.tsx";
import type { OfferedProperties } from "./recordForm.tsx";

/** The properties that contain the pipeline and the stage of a record. */
const pipelineProperties: Readonly<Record<string, readonly [pipeline: string, stage: string]>> = {
  deals: ["pipeline", "dealstage"],
  tickets: ["hs_pipeline", "hs_pipeline_stage"],
};

/** Returns no properties for an object type that does not exist. */
export async function offeredProperties(call: CallAsUser, accountId: number, objectType: string): Promise<OfferedProperties> {
  if (objectType === "") return { definitions: [], options: new Map() };
  try {
    const { results: definitions } = await call(accountId, "properties.list", { path: { objectType } });
    const { results: owners } = await call(accountId, "owners.list", { query: { limit: 100 } });
    const ownerOptions: Options = owners.map(({ id, email, firstName = "", lastName = "" }) => [
      id,
      `${`${firstName} ${lastName}`.trim() || email || "Owner"} (${id})`,
    ]);
    const ofOwners = definitions.filter(({ referencedObjectType }) => referencedObjectType === "OWNER");
    // The stages of leads are options, because their pipeline cannot be changed.
    const names = new Set(definitions.filter(({ options }) => options.length === 0).map(({ name }) => name));
    const pair = Object.entries(pipelineProperties).find(([, [, stage]]) => names.has(stage));
    return {
      definitions,
      options: new Map([
        ...ofOwners.map(({ name }) => [name, ownerOptions] as const),
        ...(pair ? await pipelineOptions(call, accountId, ...pair) : []),
      ]),
    };
  } catch (error) {
    if (error instanceof Rejection && error.category === "VALIDATION_ERROR") return { definitions: [], options: new Map() };
    throw error;
  }
}

async function pipelineOptions(
  call: CallAsUser,
  accountId: number,
  objectType: string,
  [pipelineName, stageName]: readonly [string, string],
): Promise<[string, Options][]> {
  const { results } = await call(accountId, "pipelines.list", { path: { objectType } });
  const stages = results.flatMap(({ label, stages: own }) =>
    own.map((stage) => [stage.id, `${label}: ${stage.label} (${stage.id})`] as const),
  );
  return [
    [pipelineName, results.map(({ id, label }) => [id, `${label} (${id})`] as const)],
    [stageName, stages],
  ];
}
