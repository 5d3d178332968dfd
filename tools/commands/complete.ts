/** A part of pnpm check: reports placeholders, operations without a handler or a sample, and behavior rows without a check. Requires no build. */
import { whatIsMissing } from "../authoring/complete.ts";

const missing = await whatIsMissing();
for (const text of missing) console.error(text);
process.exitCode = missing.length > 0 ? 1 : 0;
