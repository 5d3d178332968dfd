import { createMock } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { demoAccount, demoState } from "../../src/control/demo/demo.ts";
import { run, ways } from "../behavior/running.ts";
import { databases } from "../store/stores.ts";

async function snapshots(way: (typeof ways)[number]): Promise<string[]> {
  const { platform, close } = await run(way);
  try {
    const { accountId, seed, snapshot } = await platform.account(demoAccount as Readonly<Record<string, unknown>>);
    await seed({
      ...demoState,
      profile: { ...demoState.profile, uncheckedValues: true },
      // Databases may sort or encode strings with non-ASCII letters, symbols or digits differently.
      spamAddresses: ["ä@b.example", "z@b.example", "_@b.example", "-@b.example", "10@b.example", "9@b.example"],
      sendIds: ["b", "B", "10", "9", "ß", "a\u0000b", "x".repeat(1000)].map((sendId) => ({ sendId, result: { sendResult: "QUEUED" } })),
      records: { ...demoState.records, "2-30": [record("9"), record("10")], "2-4": [record("999999999999999")] },
    });
    const before = JSON.stringify(await snapshot());
    await platform.control("PUT", `/accounts/${accountId}/snapshot`, JSON.parse(before));
    const after = JSON.stringify(await snapshot());
    await platform.control("DELETE", `/accounts/${accountId}`);
    return [before, after];
  } finally {
    await close();
  }
}

function record(id: string): object {
  return { id, properties: { b: "1", B: "2", ä: "\u0000 \\ 😀", a: "" } };
}

test("a snapshot has the same bytes on every store, before and after a restore", async () => {
  const [before, after] = await snapshots("in process");
  expect(after).toBe(before);
  for (const way of ways.filter((other) => other !== "in process")) expect(await snapshots(way), way).toEqual([before, before]);
});

test("two processes with one database lose no changes to the shared clock or to an account's clock", async () => {
  const database = await databases.postgres();
  const wallClock = () => 0;
  const mocks = [await createMock({ database, wallClock }), await createMock({ database, wallClock })] as const;
  for (const mock of mocks) onTestFinished(() => mock.close());
  const { accountId } = await mocks[0].account({ clock: { mode: "frozen", at: 0 } });
  for (const id of [undefined, accountId]) {
    await Promise.all(mocks.flatMap((mock) => Array.from({ length: 50 }, () => mock.clock.advance(1000, id))));
    expect((await mocks[0].clock.get(id)).now, String(id)).toBe("1970-01-01T00:01:40Z");
  }
});
