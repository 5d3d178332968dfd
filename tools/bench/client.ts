import { benchBatch } from "./client/batch.ts";
import { benchInstall } from "./client/install.ts";
import { benchSizes } from "./client/sizes.ts";
import { benchTime } from "./client/time.ts";
import { benchTypes } from "./client/types.ts";

/** Measures the client as it is published. Sizes, types and counts are exact; times are as noisy as the machine. */
export async function benchClient(): Promise<void> {
  await benchSizes();
  await benchInstall();
  await benchTypes();
  await benchTime();
  await benchBatch();
}
