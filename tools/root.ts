import { join } from "node:path";

/** The root of this repository, not of a copy of it. */
export const root: string = join(import.meta.dirname, "..");
