/**
 * Part of pnpm check: tells what an operation of the spec still lacks, a handler or a sample, and which row of behaviour has no
 * check, with the files where they belong. Exits with 1 when something is missing. Reads the sources, so it needs no build.
 */
import { whatIsMissing } from "../authoring/complete.ts";

const missing = await whatIsMissing();
for (const text of missing) console.error(text);
process.exitCode = missing.length > 0 ? 1 : 0;
