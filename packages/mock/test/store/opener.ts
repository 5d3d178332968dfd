import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";

let store: Store | undefined;

/** Runs in its own process. For each message, closes its store, opens the database that the message names, and sends the outcome. */
process.on("message", async (database: string) => {
  await store?.close();
  store = undefined;
  process.send?.(database === "" ? "closed" : await outcomeOf(database));
});

async function outcomeOf(database: string): Promise<string> {
  try {
    store = await openStore({ database });
    return "opened";
  } catch (error) {
    return String(error);
  }
}
