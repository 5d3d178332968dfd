import { describe, expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

const here = "http://127.0.0.1:4010";

async function kept() {
  const console = await openConsole();
  const account = await console.mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  await account.seed({ records: { tickets: [{ id: "901", properties: { subject: "Printer" } }] } });
  const path = `/console/accounts/${account.accountId}/snapshots`;
  const tickets = async () => (await account.snapshot()).records?.["tickets"]?.map(({ id }) => id) ?? [];
  const upload = async (content: string | undefined) => {
    const body = new FormData();
    body.set("action", "upload");
    if (content !== undefined) body.set("file", new File([content], "state.json"));
    const headers = { origin: here, "sec-fetch-site": "same-origin" };
    const response = await console.mock.fetch(here + path, { method: "POST", body, headers, redirect: "manual" });
    return { status: response.status, location: response.headers.get("location"), html: await response.text() };
  };
  return { ...console, account, path, tickets, upload };
}

describe("a snapshot", () => {
  test("a snapshot is saved under a name and restored", async () => {
    const { account, path, look, send, tickets } = await kept();
    expect((await look(path)).html).toContain("No saved snapshots.");
    expect((await send(path, { action: "save", name: " before the import " })).location).toBe(`${path}?done=save`);
    const { html } = await look(path);
    expect(textOf(html)).toMatch(
      /before the import 2026-04-20 08:00:00 (\d+ B|[\d.]+ kB) Compare Download Restore… Replaces all of the account’s current data/,
    );
    await account.seed({ records: { tickets: [{ id: "902" }] } });
    expect((await send(path, { action: "restore", name: "before the import" })).location).toBe(`${path}?done=restore`);
    expect(await tickets()).toEqual(["901"]);
  });

  test("a snapshot is deleted", async () => {
    const { account, path, look, send } = await kept();
    await account.snapshots.create("one");
    expect((await send(path, { action: "delete", name: "one" })).location).toBe(`${path}?done=delete`);
    expect(await account.snapshots.list()).toEqual([]);
    for (const action of ["restore", "delete"]) expect((await send(path, { action, name: "one" })).status).toBe(404);
    expect((await look(`${path}/download?name=one`)).status).toBe(404);
  });

  test("a snapshot and the current state can be downloaded under their names", async () => {
    const { account, path, look } = await kept();
    await account.snapshots.create('vor "dem" Übertrag; 1');
    const saved = await look(`${path}/download?name=${encodeURIComponent('vor "dem" Übertrag; 1')}`);
    expect(saved.headers.get("content-disposition")).toBe(
      `attachment; filename="account-${account.accountId}-vor-dem-bertrag-1.json"; ` +
        `filename*=UTF-8''account%20${account.accountId}%20vor%20%22dem%22%20%C3%9Cbertrag%3B%201.json`,
    );
    expect(JSON.parse(saved.html)).toEqual(await account.snapshot());
    const current = await look(`${path}/current`);
    expect(current.headers.get("content-type")).toBe("application/json");
    expect(current.headers.get("content-disposition")).toContain(`filename="account-${account.accountId}.json"`);
    expect(JSON.parse(current.html)).toEqual(await account.snapshot());
  });

  test("a snapshot is compared with the current state and with another snapshot", async () => {
    const { account, path, look } = await kept();
    expect(textOf((await look(`${path}/differences`)).html)).toContain("No saved snapshots. Save the current state first");
    await account.snapshots.create("before");
    await account.seed({ records: { tickets: [{ id: "901", properties: { subject: "Scanner" } }, { id: "902" }] } });
    await account.snapshots.create("after");
    for (const query of ["?from=before", "?from=before&to=after"]) {
      const { html } = await look(`${path}/differences${query}`);
      expect(textOf(html)).toMatch(/2 differences\. .* 901 tickets changed .*subject Printer Scanner .*902 tickets created/);
      expect(html).toContain(`href="/console/accounts/${account.accountId}/records/tickets/902"`);
    }
    expect(textOf((await look(`${path}/differences?from=after`)).html)).toContain("No differences.");
    expect((await look(`${path}/differences?from=nothing`)).status).toBe(404);
  });

  test("an invalid name is reported next to the field", async () => {
    const { account, path, send } = await kept();
    for (const name of ["", "a/b", ".hidden", "x".repeat(101)]) {
      const { status, html } = await send(path, { action: "save", name });
      expect(status).toBe(400);
      expect(html).toMatch(/aria-describedby="save-name-hint save-name-problem" aria-invalid="true"/);
      expect(html).toContain(`value="${name}"`);
    }
    expect(await account.snapshots.list()).toEqual([]);
  });
});

describe("a file", () => {
  test("a file is restored", async () => {
    const { account, tickets, upload, path } = await kept();
    const state = JSON.stringify(await account.snapshot());
    await account.seed({ records: { tickets: [{ id: "902" }] } });
    expect(await upload(state)).toMatchObject({ status: 303, location: `${path}?done=upload` });
    expect(await tickets()).toEqual(["901"]);
  });

  test("a missing file, or a file that is not a snapshot, changes nothing and is reported", async () => {
    const { tickets, upload } = await kept();
    const text = async (content: string | undefined) => {
      const { status, html } = await upload(content);
      return `${status} ${textOf(html)}`;
    };
    expect(await text(undefined)).toMatch(/^400 .*Choose a file first\./);
    expect(await text("")).toMatch(/^400 .*Choose a file first\./);
    expect(await text("{")).toMatch(/^400 .*The file is not JSON: it ends at line 1, column 2 before it is complete\. Use a snapshot/);
    expect(await text('{"version": 999}')).toMatch(/^400 .*saved by a newer mock/);
    expect(await text("null")).toMatch(/^400 /);
    const many = Array.from({ length: 30 }, (_, index) => ({ id: `x${index}` }));
    expect(await text(JSON.stringify({ records: { tickets: many } }))).toMatch(/records.tickets\[0\].id must.*and 10 more/);
    expect(await tickets()).toEqual(["901"]);
  });
});
