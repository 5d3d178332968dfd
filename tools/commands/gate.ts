/** A part of pnpm check: runs `pnpm api:diff` and `pnpm change:check`, which compare the same documents, in one process. */
import { runCommand } from "../commandLine.ts";
import { apiDiff } from "../diff/commands/apiDiff.ts";
import { change } from "../diff/commands/change.ts";
import { currentContract } from "../diff/documents/contracts.ts";

const current = currentContract(".");
await runCommand(() => apiDiff([], ".", () => current));
await runCommand(() => change(["--check"], ".", () => current));
