import { describe, expect, test } from "vitest";
import type { AccountStore } from "../../src/store/accountStore.ts";
import type { Link } from "../../src/store/associations/associationStore.ts";
import type { JournalEntry } from "../../src/store/journal/journal.ts";
import type { Store } from "../../src/store/store.ts";
import { databases, entriesOf, generationOf, kindsOfDatabase, openForTest, profile, sharedStore, ticket, writable } from "./stores.ts";

describe.each(kindsOfDatabase)("the store in %s", (kind) => {
  const emptyStore = sharedStore(kind, { idSeed: "seed" });

  async function newAccount() {
    const store = await emptyStore();
    return { store, account: writable(store, await store.createAccount(profile)) };
  }

  test("creates accounts with the next free id or the given id", async () => {
    const store = await emptyStore();
    expect(await store.createAccount(profile)).toBe(20_000_001);
    expect(await store.createAccount(profile, 20_000_002)).toBe(20_000_002);
    expect(await store.createAccount(profile, 62515)).toBe(62515);
    expect(await store.createAccount(profile)).toBe(20_000_003);
    await expect(store.createAccount(profile, 62515)).rejects.toThrow("Account 62515 already exists.");
    expect(store.idSeed).toBe("seed");
  });

  test("stores the profile and the clock of an account", async () => {
    const { store, account } = await newAccount();
    expect(await account.profile()).toEqual(profile);
    expect(await account.clock()).toBeUndefined();
    await account.setProfile({ ...profile, suspended: true });
    await account.setClock({ mode: "frozen", at: 5 });
    expect(await account.profile()).toEqual({ ...profile, suspended: true });
    expect(await account.clock()).toEqual({ mode: "frozen", at: 5 });
    await account.setClock(undefined);
    expect(await account.clock()).toBeUndefined();
    expect(await store.account(1).profile()).toBeUndefined();
    await expect(writable(store, 1).setProfile(profile)).rejects.toThrow("The account does not exist.");
  });

  test("a session contains the clock, the profile and the token, and says whether faults exist", async () => {
    const { store, account } = await newAccount();
    const other = writable(store, await store.createAccount(profile));
    const clock = { mode: "offset", offset: 0 } as const;
    const generation = await generationOf(store, account.accountId);
    expect(generation).not.toBe(await generationOf(store, other.accountId));
    const accessToken = { grantId: "g", clientId: "c", scopes: ["tickets"], userId: 7, appId: 1, issuedAt: 1, number: 1, expiresAt: 2 };
    const fault = { fault: { effect: { type: "reset" } }, matched: 0, met: 0 } as const;

    expect(await store.session(1, "hash")).toEqual({ clock, profile: undefined, accessToken: undefined, hasFaults: false });
    await account.documents.put("accessToken", [{ key: "hash", document: accessToken }]);
    expect(await store.session(account.accountId, "hash")).toEqual({ clock, generation, profile, accessToken, hasFaults: false });
    expect(await store.session(account.accountId, "other")).toEqual({
      clock,
      generation,
      profile,
      accessToken: undefined,
      hasFaults: false,
    });
    expect((await store.session(other.accountId, "hash")).accessToken).toBeUndefined();

    expect(await store.updateClock(() => ({ mode: "offset", offset: 60 }))).toEqual({ mode: "offset", offset: 60 });
    await account.setClock({ mode: "frozen", at: 5 });
    expect((await store.session(account.accountId, "hash")).clock).toEqual({ mode: "frozen", at: 5 });
    expect((await store.session(other.accountId, "hash")).clock).toEqual({ mode: "offset", offset: 60 });
    expect(await store.clock()).toEqual({ mode: "offset", offset: 60 });

    await account.documents.put("fault", [{ key: "1", document: fault }]);
    expect((await store.session(account.accountId, "hash")).hasFaults).toBe(true);
    expect((await store.session(other.accountId, "hash")).hasFaults).toBe(false);
    await writable(store, 0).documents.put("fault", [{ key: "1", document: fault }]);
    expect((await store.session(other.accountId, "hash")).hasFaults).toBe(true);
  });

  test("assigns every number only once", async () => {
    const { store, account } = await newAccount();
    expect(await account.nextNumber()).toBe(1);
    const inside = await store.transaction(account.accountId, async (inner) => [await inner.nextNumber(), await inner.nextNumber()]);
    expect(inside).toEqual([2, 3]);
    expect(await account.numbers()).toBe(3);
    await account.skipNumbers(10);
    await account.skipNumbers(5);
    expect(await account.nextNumber()).toBe(11);
    await store.transaction(account.accountId, (inner) => inner.skipNumbers(20));
    expect(await account.nextNumber()).toBe(21);
    const failed = store.transaction(account.accountId, async (inner) => {
      await inner.nextNumber();
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await account.nextNumber()).toBe(22);
    await expect(writable(store, 1).nextNumber()).rejects.toThrow("The account does not exist.");
  });

  test("finds records by id, in the order of their numbers", async () => {
    const { store, account } = await newAccount();
    const records = [ticket(10, { subject: 'Druckerfehler "42" \\ \u0000 \ud800' }), ticket(9), ticket("9007199254740991")];
    await account.records.put(records);
    expect(await account.records.find("0-5", ["9007199254740991", "10", "10", "9", "11"])).toEqual([records[1], records[0], records[2]]);
    expect(await account.records.find("0-5", ["010", "ten", "", "1e1", "-1", "9007199254740992", "10\u0000"])).toEqual([]);
    expect(await account.records.find("0-1", ["10"])).toEqual([]);
    expect(await store.account(1).records.find("0-5", ["10"])).toEqual([]);
    expect(await account.records.list()).toEqual([records[1], records[0], records[2]]);

    const archived = { ...ticket(10), archivedAt: 3_000 };
    await account.records.put([ticket(10, { subject: "before" }), archived]);
    expect(await account.records.find("0-5", ["10"])).toEqual([archived]);
    await expect(account.records.put([ticket("ten")])).rejects.toThrow(RangeError);
  });

  test("returns the records of a type in pages, and lists types", async () => {
    const { store, account } = await newAccount();
    const custom = { ...ticket(7), objectType: "2-\u0000" };
    await account.records.put([
      ticket(2),
      ticket(10),
      ticket(1),
      { ...ticket(3), archivedAt: 5 },
      custom,
      { ...ticket(4), objectType: "0-1" },
    ]);
    const idsAfter = async (after: number, limit = 2) => (await account.records.page("0-5", after, limit)).map(({ id }) => id);
    expect([await idsAfter(-1), await idsAfter(2), await idsAfter(10), await idsAfter(0, 100)]).toEqual([
      ["1", "2"],
      ["3", "10"],
      [],
      ["1", "2", "3", "10"],
    ]);
    expect(await account.records.page("2-\u0000", 0, 1)).toEqual([custom]);
    expect(await account.records.page("0-2", 0, 1)).toEqual([]);
    expect(await account.records.lastId("0-2")).toBe(0);
    expect(await account.records.lastId("2-\u0000")).toBe(Number(custom.id));
    expect(await account.records.types()).toEqual(["0-1", "0-5", "2-\u0000"]);
    expect(await store.account(await store.createAccount(profile)).records.types()).toEqual([]);
  });

  test("writes more records and links than fit into one statement", async () => {
    const { account } = await newAccount();
    await account.records.put(Array.from({ length: 2_500 }, (_, index) => ticket(index + 1)));
    expect(await account.records.list()).toHaveLength(2_500);
    await account.associations.add(Array.from({ length: 2_500 }, (_, index) => link(1, index + 1)));
    expect(await account.associations.list()).toHaveLength(2_500);
  });

  test("rejects duplicate values of unique properties", async () => {
    const { account } = await newAccount();
    const long = "x".repeat(5_000);
    await account.records.put([
      ticket(1, { code: "a" }),
      ticket(2, { code: long }),
      ticket(3, { code: "\u0000" }),
      ticket(4, { code: "" }),
    ]);
    expect(await account.records.findByUnique("0-5", "code", ["a"])).toEqual([]);
    await account.records.defineProperties("0-5", [
      { name: "code", unique: true },
      { name: "note", unique: false },
    ]);
    expect(await account.records.properties("0-5")).toEqual([
      { name: "code", unique: true },
      { name: "note", unique: false },
    ]);
    expect(await account.records.properties("0-1")).toEqual([]);
    expect(await account.records.listProperties()).toHaveLength(2);

    const found = await account.records.findByUnique("0-5", "code", [long, "\u0000", "a", "", "none"]);
    expect(found.map(({ value, record }) => [value, record.id])).toEqual([
      ["a", "1"],
      [long, "2"],
      ["\u0000", "3"],
    ]);
    expect(await account.records.findByUnique("0-5", "\u0000", ["a"])).toEqual([]);

    const taken = "Two records of the type 0-5 must not have the same value for the unique property code.";
    await expect(account.records.put([ticket(5), ticket(6, { code: "a" })])).rejects.toThrow(taken);
    await expect(account.records.put([ticket(5, { code: "b" }), ticket(6, { code: "b" })])).rejects.toThrow(taken);
    expect(await account.records.find("0-5", ["5", "6"])).toEqual([]);

    await account.records.put([ticket(1, { code: "\u0000" }), ticket(3, { code: "a" })]);
    await account.records.put([ticket(2)]);
    await account.records.put([ticket(6, { code: long })]);
    const ids = (await account.records.findByUnique("0-5", "code", ["a", "\u0000", long])).map(({ record }) => record.id);
    expect(ids).toEqual(["1", "3", "6"]);

    await account.records.defineProperties("0-5", [{ name: "code", unique: false }]);
    await account.records.put([ticket(7, { code: "a" })]);
    await expect(account.records.defineProperties("0-5", [{ name: "code", unique: true }])).rejects.toThrow(taken);
    expect(await account.records.properties("0-5")).toContainEqual({ name: "code", unique: false });
  });

  test("stores each link only once, and reads links by record and by page", async () => {
    const { account } = await newAccount();
    const links = [link(1, 2), link(1, 10), link(1, 3, 26), link(2, 2), { ...link(1, 2), toType: "0-2", typeId: 339 }];
    await account.associations.add(links);
    await account.associations.add([link(1, 2), link(1, 2)]);
    expect(await account.associations.list()).toHaveLength(5);
    expect(await account.associations.from("0-5", ["2", "1", "x"], "0-1")).toEqual([links[0], links[2], links[1], links[3]]);
    const start = (fromId: string, after: number, typeId = 16) => ({ fromType: "0-5", fromId, typeId, after });
    const starts = [start("1", 2), start("x", 0), start("1", 0), start("1", 0, 26), start("2", 0), start("1", 10)];
    const pages = [[link(1, 10)], [], [link(1, 2), link(1, 10)], [link(1, 3, 26)], [link(2, 2)], []];
    expect(await account.associations.pages(starts, 100)).toEqual(pages);
    expect(await account.associations.pages(starts, 1)).toEqual(pages.map((page) => page.slice(0, 1)));
    expect(await account.associations.pages([], 100)).toEqual([]);
    expect(await account.associations.kinds("0-5", "1")).toEqual([
      { typeId: 16, toType: "0-1", count: 2 },
      { typeId: 26, toType: "0-1", count: 1 },
      { typeId: 339, toType: "0-2", count: 1 },
    ]);
    expect([await account.associations.kinds("0-5", "x"), await account.associations.kinds("0-1", "1")]).toEqual([[], []]);
    await account.associations.remove([link(1, 2), link(9, 9)]);
    await account.associations.remove([]);
    expect(await account.associations.list()).toEqual([links[1], links[2], links[4], links[3]]);
  });

  test("stores documents and lists them in the byte order of their keys", async () => {
    const { account } = await newAccount();
    const keys = ["a", "Z", "é", "10", "9", "\u{1f600}", "\uffee", "~", "\u0000", "\\u0000", "\ud800", "y".repeat(3_000)];
    await account.documents.put(
      "emailBlock",
      keys.map((key) => ({ key, document: { reason: "spam", value: `of ${key}` } })),
    );
    const listed = await account.documents.list("emailBlock");
    const ordinary = listed.map(({ key }) => key).filter((key) => key.length < 3_000 && !/[\0\\\ud800]/u.test(key));
    expect(ordinary).toEqual(["10", "9", "Z", "a", "~", "é", "\uffee", "\u{1f600}"]);
    expect(new Set(listed.map(({ key }) => key))).toEqual(new Set(keys));
    for (const key of keys) expect(await account.documents.get("emailBlock", key)).toEqual({ reason: "spam", value: `of ${key}` });

    await account.documents.put("emailBlock", [{ key: "a", document: { reason: "bounced", value: "a" } }]);
    expect(await account.documents.get("emailBlock", "a")).toEqual({ reason: "bounced", value: "a" });
    expect(await account.documents.get("page", "a")).toBeUndefined();
    expect(await account.documents.delete("emailBlock", "a")).toBe(true);
    expect(await account.documents.delete("emailBlock", "a")).toBe(false);
    expect(await account.documents.get("emailBlock", "a")).toBeUndefined();
    await account.documents.put("emailBlock", []);
  });

  test("clears an account, but keeps its credentials, clock and numbers", async () => {
    const { account } = await newAccount();
    await fill(account);
    await account.setClock({ mode: "frozen", at: 1 });
    await account.nextNumber();
    await account.clear();
    expect(await contents(account)).toEqual({ records: 0, properties: 0, links: 0, pages: 0, apps: 1 });
    expect(await account.records.findByUnique("0-5", "code", ["a"])).toEqual([]);
    expect(await account.clock()).toEqual({ mode: "frozen", at: 1 });
    expect(await account.nextNumber()).toBe(2);
    expect(await account.profile()).toEqual(profile);
  });

  test("deletes an account without affecting others", async () => {
    const { store, account } = await newAccount();
    const other = writable(store, await store.createAccount(profile));
    for (const each of [account, other]) {
      await fill(each);
      store.journal.append(each.accountId, entry(each.accountId), await generationOf(store, each.accountId));
    }
    expect(await store.deleteAccount(account.accountId)).toBe(true);
    expect(await store.deleteAccount(account.accountId)).toBe(false);
    expect(await store.deleteAccount(0)).toBe(false);
    await store.createAccount(profile, account.accountId);
    expect(await contents(account)).toEqual({ records: 0, properties: 0, links: 0, pages: 0, apps: 0 });
    expect(await contents(other)).toEqual({ records: 1, properties: 1, links: 1, pages: 1, apps: 1 });
    expect(await entriesOf(store)).toMatchObject([entry(other.accountId)]);
  });

  test("reads the last documents before a key", async () => {
    const { account } = await newAccount();
    const documents = ["1", "10", "2", "\u0000", "é"].map((key) => ({ key, document: { reason: "spam", value: key } as const }));
    await account.documents.put("emailBlock", documents);
    const keysBefore = async (before: string, limit: number) =>
      (await account.documents.lastBefore("emailBlock", before, limit)).map(({ key }) => key);
    expect(await keysBefore("3", 2)).toEqual(["2", "10"]);
    expect(await keysBefore("10", 10)).toEqual(["1"]);
    expect((await account.documents.lastBefore("emailBlock", "2", 1))[0]?.document).toEqual({ reason: "spam", value: "10" });
    expect(await account.documents.lastBefore("page", "3", 2)).toEqual([]);
  });

  test("counts the documents of a collection", async () => {
    const { store, account } = await newAccount();
    const block = { reason: "spam", value: "1" } as const;
    expect(await account.documents.count("emailBlock")).toBe(0);
    await account.documents.put("emailBlock", [
      { key: "1", document: block },
      { key: "2", document: block },
    ]);
    await writable(store, await store.createAccount(profile)).documents.put("emailBlock", [{ key: "3", document: block }]);
    expect(await account.documents.count("emailBlock")).toBe(2);
  });

  test("a reset deletes all accounts, faults and journal entries, and resets the clock and the ids", async () => {
    const { store, account } = await newAccount();
    await fill(account);
    await store.updateClock(() => ({ mode: "frozen", at: 1 }));
    await writable(store, 0).documents.put("fault", [{ key: "1", document: { fault: { effect: { type: "reset" } }, matched: 0, met: 0 } }]);
    store.journal.append(account.accountId, entry(account.accountId), await generationOf(store, account.accountId));
    await entriesOf(store);
    store.journal.append(0, entry(null));
    await store.reset();
    expect(await store.session(account.accountId, "")).toEqual({
      clock: { mode: "offset", offset: 0 },
      profile: undefined,
      accessToken: undefined,
      hasFaults: false,
    });
    expect(await entriesOf(store)).toEqual([]);
    expect(await store.createAccount(profile)).toBe(account.accountId);
    expect(await contents(account)).toEqual({ records: 0, properties: 0, links: 0, pages: 0, apps: 0 });
  });

  test("rejects writes for a nonexistent account", async () => {
    const store = await emptyStore();
    const missing = "The account does not exist.";
    await expect(writable(store, 5).records.put([ticket(1)])).rejects.toThrow(missing);
    await expect(writable(store, 5).associations.add([link(1, 2)])).rejects.toThrow(missing);
    expect(await store.transaction(5, (account) => account.profile())).toBeUndefined();
  });

  test("rejects writes outside a transaction", async () => {
    const { store, account } = await newAccount();
    const reading = store.account(account.accountId);
    const writes = [() => reading.records.put([ticket(1)]), () => reading.nextNumber(), () => reading.setProfile(profile)];
    for (const write of writes) await expect(write()).rejects.toThrow("Writing requires a transaction.");
    expect([await reading.numbers(), await reading.records.list()]).toEqual([0, []]);
  });

  test("rolls back a failed transaction, even if its callback caught the error", async () => {
    const { store, account } = await newAccount();
    const failed = store.transaction(account.accountId, async (inner) => {
      await fill(inner);
      expect(await inner.records.list()).toHaveLength(1);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await contents(account)).toEqual({ records: 0, properties: 0, links: 0, pages: 0, apps: 0 });

    const swallowed = store.transaction(account.accountId, async (inner) => {
      await inner.records.put([ticket(1)]);
      await inner.records.put([{ ...ticket(2), createdAt: null as unknown as number }]).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow();
    expect(await account.records.list()).toEqual([]);
  });

  test("a transaction can continue after a duplicate value of a unique property is rejected", async () => {
    const { store, account } = await newAccount();
    await fill(account);
    await store.transaction(account.accountId, async (inner) => {
      await inner.records.put([ticket(2, { code: "a" })]).catch(() => undefined);
      await inner.records.put([ticket(3, { code: "b" })]);
    });
    expect((await account.records.list()).map(({ id }) => id)).toEqual(["1", "3"]);
  });

  test("does not show uncommitted writes, and shows committed writes to readers that have read before", async () => {
    const { store, account } = await newAccount();
    expect(await store.account(account.accountId).records.list()).toEqual([]);
    const order: string[] = [];
    let onRead = (): void => {};
    const read = new Promise<void>((resolve) => (onRead = resolve));
    const writing = store.transaction(account.accountId, async (inner) => {
      await inner.records.put([ticket(1)]);
      // In the other databases, the reader waits for the writer.
      if (kind === "postgres") await read;
      else await new Promise((resolve) => setTimeout(resolve, 20));
      order.push("written");
    });
    const seen = await store.account(account.accountId).records.list();
    order.push("read");
    onRead();
    await writing;
    expect([order, seen.length]).toEqual(kind === "postgres" ? [["read", "written"], 0] : [["written", "read"], 1]);
  });

  test("reads that run together see the same state, even if it is changed between them", async () => {
    const { store, account } = await newAccount();
    let onRead = (): void => {};
    const read = new Promise<void>((resolve) => (onRead = resolve));
    const writing = read.then(() => store.transaction(account.accountId, (inner) => inner.records.put([ticket(1)])));
    const seen = await store.readTogether(account.accountId, async (reader) => {
      const before = await reader.records.list();
      onRead();
      // In the other databases, the writer waits for the readers.
      if (kind === "postgres") await writing;
      return [before, await reader.records.list()];
    });
    await writing;
    expect([...seen, await account.records.list()].map((records) => records.length)).toEqual([0, 0, 1]);
  });

  test("a transaction reads the profile and the clock that it wrote", async () => {
    const { store, account } = await newAccount();
    const [changed, clock] = [{ ...profile, suspended: true }, { mode: "offset", offset: 5 } as const];
    await store.transaction(account.accountId, async (inner) => {
      await inner.setProfile(changed);
      await inner.setClock(clock);
      expect([await inner.profile(), await inner.clock()]).toEqual([changed, clock]);
    });
  });

  test("a transaction sees the properties and records that it wrote or cleared, and none that it undid", async () => {
    const { store } = await newAccount();
    const seen = async ({ records }: AccountStore) => [await records.uniqueProperties("0-5"), await records.lastId("0-5")];
    const write = async ({ records }: AccountStore, id: number, property: string) => {
      await records.put([ticket(id, { [property]: "same" })]);
      await records.defineProperties("0-5", [{ name: property, unique: true }]);
      await expect(records.put([ticket(id + 1, { [property]: "same" })])).rejects.toThrow("unique");
    };
    await store.createAccount(profile, undefined, async (account) => {
      expect(await seen(account)).toEqual([[], 0]);
      await write(account, 5, "code");
      expect(await seen(account)).toEqual([["code"], 5]);
      const undone = account.undoingOnError(async () => {
        await write(account, 7, "serial");
        await account.setProfile({ ...profile, suspended: true });
        expect(await seen(account)).toEqual([["code", "serial"], 7]);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect([...(await seen(account)), await account.profile()]).toEqual([["code"], 5, profile]);
      await account.clear();
      expect(await seen(account)).toEqual([[], 0]);
      await write(account, 3, "code");
      expect((await account.records.list()).map(({ id }) => id)).toEqual(["3"]);
    });
  });

  test("rejects calls that would deadlock with their own transaction", async () => {
    const { store, account } = await newAccount();
    const message = "Use the AccountStore that is passed to the callback.";
    await expect(store.transaction(account.accountId, () => account.profile())).rejects.toThrow(message);
    await expect(store.transaction(account.accountId, () => store.transaction(1, async () => 1))).rejects.toThrow(message);
    let leaked = account;
    await store.transaction(account.accountId, async (inner) => {
      leaked = inner;
    });
    await expect(leaked.records.types()).rejects.toThrow("The transaction has ended.");
  });

  test("rejects a statement of a transaction while another one runs, because a connection to Postgres runs one at a time", async () => {
    const { store, account } = await newAccount();
    const together = store.transaction(account.accountId, ({ records }) => Promise.all([records.types(), records.types()]));
    await expect(together).rejects.toThrow("The previous statement of the transaction has not ended.");
  });

  test("reads new journal entries of one account or of all accounts", async () => {
    const { store, account } = await newAccount();
    const generation = await generationOf(store, account.accountId);
    expect(await store.journal.read({})).toMatchObject({ entries: [] });
    store.journal.append(account.accountId, entry(account.accountId, 1), generation);
    store.journal.append(0, entry(null, 2));
    const first = await store.journal.read({});
    expect(first.entries).toMatchObject([entry(account.accountId, 1), entry(null, 2)]);
    expect(await store.journal.read({ after: first.last })).toEqual({ entries: [], last: first.last });
    store.journal.append(0, entry(null, 3));
    store.journal.append(account.accountId, entry(account.accountId, 4), generation);
    expect((await store.journal.read({ after: first.last })).entries).toMatchObject([entry(null, 3), entry(account.accountId, 4)]);
    expect((await store.journal.read({ after: first.last, accountId: account.accountId })).entries).toMatchObject([
      entry(account.accountId, 4),
    ]);
  });

  test("drops journal entries of a deleted account, even if its id is used again", async () => {
    const { store, account } = await newAccount();
    const { accountId } = account;
    const former = await generationOf(store, accountId);
    for (const end of [() => store.deleteAccount(accountId), () => store.reset()]) {
      await end();
      store.journal.append(accountId, entry(accountId), former);
      expect(await entriesOf(store, accountId)).toEqual([]);
      await store.createAccount(profile, accountId);
      store.journal.append(accountId, entry(accountId, 1), former);
      store.journal.append(accountId, entry(accountId, 2), await generationOf(store, accountId));
      expect(await entriesOf(store, accountId)).toMatchObject([entry(accountId, 2)]);
    }
  });

  test("limits the memory for large journal entries, and loses no entries if the database is fast enough", async () => {
    const { store, account } = await newAccount();
    const generation = await generationOf(store, account.accountId);
    const path = "/".padEnd(16 * 1024, "x");
    // No entry is written before all entries are appended.
    for (let at = 1; at <= 1_500; at += 1) store.journal.append(account.accountId, { ...entry(account.accountId, at), path }, generation);
    const listed = await entriesOf(store, account.accountId);
    expect(listed.length).toBeLessThan(1_000);
    expect(listed.length).toBeGreaterThan(500);
    expect(listed.at(-1)?.at).toBe(1_500);
    for (let at = 1; at <= 1_500; at += 1) {
      store.journal.append(account.accountId, { ...entry(account.accountId, at), path }, generation);
      if (at % 500 === 0) expect((await entriesOf(store, account.accountId)).at(-1)?.at).toBe(at);
    }
    expect((await entriesOf(store, account.accountId)).map(({ at }) => at)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => 501 + index),
    );
  });

  test("keeps the newest journal entries in order", async () => {
    const { store, account } = await newAccount();
    const generation = await generationOf(store, account.accountId);
    for (let at = 1; at <= 2_500; at += 1) {
      store.journal.append(account.accountId, entry(account.accountId, at), generation);
      if (at % 100 === 0) store.journal.append(0, entry(null, at));
      if (at % 700 === 0) await entriesOf(store);
    }
    const listed = await entriesOf(store, account.accountId);
    expect(listed.map(({ at }) => at)).toEqual(Array.from({ length: 1_000 }, (_, index) => 1_501 + index));
    expect(await entriesOf(store)).toHaveLength(1_025);
    await store.journal.clear(account.accountId);
    expect(await entriesOf(store, account.accountId)).toEqual([]);
    expect(await entriesOf(store, 0)).toHaveLength(25);
    await store.journal.clear();
    expect(await entriesOf(store)).toEqual([]);
  });
});

function link(from: number, to: number, typeId = 16): Link {
  return { fromType: "0-5", fromId: String(from), typeId, toType: "0-1", toId: String(to) };
}

function entry(accountId: number | null, at = 1): JournalEntry {
  return { accountId, at, operationId: null, method: "GET", path: "/", query: {}, status: 404, problems: [] };
}

type Account = ReturnType<Store["account"]>;

async function fill(account: Account): Promise<void> {
  const app = { appId: 1, name: "App", clientSecretHash: "hash", redirectUris: [], scopes: [] };
  await account.records.defineProperties("0-5", [{ name: "code", unique: true }]);
  await account.records.put([ticket(1, { code: "a" })]);
  await account.associations.add([link(1, 2)]);
  await account.documents.put("emailBlock", [{ key: "1", document: { reason: "spam", value: "1" } }]);
  await account.documents.put("app", [{ key: "1", document: app }]);
}

async function contents(account: Account): Promise<Record<string, number>> {
  return {
    records: (await account.records.list()).length,
    properties: (await account.records.listProperties()).length,
    links: (await account.associations.list()).length,
    pages: (await account.documents.list("emailBlock")).length,
    apps: (await account.documents.list("app")).length,
  };
}

test("a transaction on Postgres does not read an account that another process creates meanwhile", async () => {
  const database = await databases.postgres();
  const [store, other] = [await openForTest({ database }), await openForTest({ database })];
  const seen = await store.transaction(4_711, async (account) => {
    await other.createAccount(profile, 4_711);
    return account.profile();
  });
  expect(seen).toBeUndefined();
});
