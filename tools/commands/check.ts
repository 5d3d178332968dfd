/** pnpm check: everything that can be known without running the product. Exits with 1 when something is wrong. */
import { checks, runSteps } from "./steps.ts";

const { failed } = await runSteps(checks);
process.exitCode = failed > 0 ? 1 : 0;
