/** Changes a draft of the current folder, prints `changed`, and waits until it is stopped. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../commandLine.ts";
import { inDraft } from "../../commands/draft.ts";
import { untilEnded } from "../../commands/untilEnded.ts";

await runCommand(async () => {
  const signal = untilEnded();
  // A signal handler does not keep a process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    await inDraft(process.cwd(), signal, async (draft) => {
      await writeFile(join(draft, "package.json"), "changed");
      console.log("changed");
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    });
    return 0;
  } finally {
    clearInterval(alive);
  }
});
