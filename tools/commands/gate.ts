/** A part of pnpm check: runs `pnpm api:diff` and then `pnpm change:check`, which compare the same documents. Prints only failures. */
import { resultOf, runCommand } from "../commandLine.ts";
import { apiDiff } from "../gate/commands/apiDiff.ts";
import { change } from "../gate/commands/change.ts";
import { currentContract } from "../gate/documents/contracts.ts";

const current = currentContract(".");
const diff = await resultOf(() => apiDiff([], ".", () => current));
await runCommand(() => (diff.code === 0 ? change(["--check"], ".", () => current) : diff));
