/**
 * pnpm bench: measures the pipeline and the mock, side by side in one run. Machines differ and are noisy: read the ratios, not
 * the numbers, and ignore differences under 25 %.
 */
import { benchMock } from "./mock.ts";
import { benchPipeline } from "./pipeline.ts";

console.log(`Node ${process.version}\n`);
await benchPipeline();
await benchMock();
