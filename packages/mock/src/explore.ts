export { type ExploreOptions, explore, type RunContext, type Scenario, type ScenarioClient } from "./explore/explore.ts";
export { ExploreError } from "./explore/exploreError.ts";
export type { FaultType, PlannedFault } from "./explore/schedule.ts";
