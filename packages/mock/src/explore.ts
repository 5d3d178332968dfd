export { type Exploration, explore, type RunContext, type Scenario, type ScenarioClient } from "./explore/explore.ts";
export { ExploreError } from "./explore/exploreError.ts";
export type { ExploreOptions } from "./explore/exploreOptions.ts";
export type { FaultType, PlannedFault } from "./explore/schedule.ts";
