import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { base, batch, create, expectConflict, get, idsOf, list, seededAccount, update, type Values } from "./calls.ts";

rules("records", {
  "records-batch-create": rule(
    "A batch of up to 100 records is created as a whole; if one input fails, no record is created.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const created = await batch(account, "contacts", "create", [{ properties: { firstname: "A" } }, { properties: { firstname: "B" } }]);
    expect([created.status, created.body.status, created.body.results.map(firstname)]).toEqual([201, "COMPLETE", ["A", "B"]]);
    const before = await account.snapshot();
    const taken = [{ properties: { firstname: "C" } }, { properties: { email: "jonas@larkspur.example" } }];
    expectConflict(await batch(account, "contacts", "create", taken), "Contact already exists. Existing ID: 3101");
    const twice = Array(2).fill({ properties: { email: "ines@larkspur.example" } });
    expectConflict(await batch(account, "contacts", "create", twice), "inputs[0] already creates a contact with this email.");
    expectInvalid(await batch(account, "contacts", "create", [{ properties: { hs_object_id: "1" } }]), "inputs[0].properties.hs_object_id");
    expectInvalid(await batch(account, "contacts", "create", Array(101).fill({ properties: {} })), "inputs");
    expect((await account.snapshot()).records).toEqual(before.records);
  }),
  "records-batch-create-traced": rule(
    "If every input has an `objectWriteTraceId`, an input that fails does not affect the other inputs, and each error contains the " +
      "`objectWriteTraceId` of its input.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = [
      { objectWriteTraceId: "a", properties: { email: "jonas@larkspur.example" } },
      { objectWriteTraceId: "b", properties: { email: "ines@larkspur.example" } },
      { objectWriteTraceId: "c", properties: { email: "ines@larkspur.example" } },
      { objectWriteTraceId: "d", properties: { hs_object_id: "1" }, id: 1 },
    ];
    const { status, body } = await batch(account, "contacts", "create", inputs);
    expect([status, body.numErrors, body.results]).toMatchObject([207, 3, [{ objectWriteTraceId: "b" }]]);
    const errors = body.errors.map(({ category, context }: { category: string; context: Record<string, string[]> }) => [
      category,
      context["objectWriteTraceId"]?.[0],
    ]);
    expect(errors.sort()).toEqual([
      ["CONFLICT", "a"],
      ["CONFLICT", "c"],
      ["VALIDATION_ERROR", "d"],
    ]);
  }),
  "records-batch-update": rule("A batch update changes the records that exist, and returns one error that lists all missing ids.", {
    grade: "observed",
    source: "recordings of a similar API",
  })(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ["3999", "3101"].map((id) => ({ id, properties: { firstname: "Jon" } }));
    const { status, body } = await batch(account, "contacts", "update", inputs);
    expect([status, body.results.map(firstname)]).toEqual([207, ["Jon"]]);
    expect(body.errors).toMatchObject([{ category: "OBJECT_NOT_FOUND", context: { ids: ["3999"] } }]);
  }),
  "records-batch-update-repeated": rule(
    "A batch update that contains an id twice is rejected with a 400 that lists the id, and changes nothing.",
    {
      grade: "observed",
      source: "recordings of a similar API",
    },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ["Jon", "Jona"].map((firstname) => ({ id: "3101", properties: { firstname }, objectWriteTraceId: firstname }));
    const { status, body } = await batch(account, "contacts", "update", inputs);
    expect([status, body.category, body.context]).toEqual([400, "VALIDATION_ERROR", { ids: ["3101"] }]);
    expect(body.message).toBe("Duplicate IDs found in batch input: [3101]. IDs must be unique");
    expect((await get(account, "contacts", "3101", { properties: "firstname" })).body.properties.firstname).toBe("Jonas");
  }),
  "records-batch-update-by-email": rule(
    "A batch update whose `idProperty` is `email`, and a batch update or upsert whose `idProperty` is `hs_object_id`, is rejected with a " +
      "400 that calls the property non-unique. An update of one record and an upsert accept `email`.",
    { grade: "observed", source: "issue threads" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const input = (id: string, idProperty: string) => ({ id, idProperty, properties: { firstname: "Jon" } });
    const emailInput = input("JONAS@larkspur.example", "email");
    for (const [verb, one] of [
      ["update", emailInput],
      ["update", input("3101", "hs_object_id")],
      ["upsert", input("3101", "hs_object_id")],
    ] as const) {
      const rejected = await batch(account, "contacts", verb, [{ id: "3101", properties: { firstname: "Jon" } }, one]);
      expectInvalid(rejected, "inputs[1].idProperty");
      const message = `Unable to perform update/upsert by non-unique 0-1 property ${one.idProperty} in portal ID ${account.accountId}`;
      expect(rejected.body.message).toBe(message);
      const traced = await batch(account, "contacts", verb, [{ ...one, objectWriteTraceId: "a" }]);
      expect([traced.status, traced.body.errors[0].message]).toEqual([207, message]);
    }
    expect((await get(account, "contacts", "3101", { properties: "firstname" })).body.properties.firstname).toBe("Jonas");
    expect((await batch(account, "contacts", "upsert", [emailInput])).body.results).toMatchObject([{ id: "3101", new: false }]);
    const patch = { method: "PATCH", path: `${base}/contacts/${emailInput.id}`, query: { idProperty: "email" } };
    expect((await account.call({ ...patch, body: { properties: { firstname: "Jo" } } })).body.properties.firstname).toBe("Jo");
  }),
  "records-batch-update-rejected": rule(
    "A batch update with a unique value that another record already has is rejected with a 409 and changes nothing, unless every input " +
      "has an `objectWriteTraceId`.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { body } = await create(account, "contacts", { email: "ines@larkspur.example" });
    const inputs = [
      { id: "3101", properties: { firstname: "Jon" } },
      { id: body.id, properties: { email: "jonas@larkspur.example" } },
    ];
    const before = await account.snapshot();
    const rejected = await batch(account, "contacts", "update", inputs);
    expectConflict(rejected, "Contact already exists. Existing ID: 3101");
    expect(rejected.body.errors).toMatchObject([{ in: "inputs[1].properties.email" }]);
    expect((await account.snapshot()).records).toEqual(before.records);
    const traced = inputs.map((input) => ({ ...input, objectWriteTraceId: input.id }));
    const response = await batch(account, "contacts", "update", traced);
    expect([response.status, idsOf(response), response.body.errors[0].context.ids]).toEqual([207, ["3101"], [body.id]]);
  }),
  "records-batch-property-without-unique-values": rule(
    "In a batch update or upsert, an input fails if its `idProperty` has no unique values. The other inputs are processed only if every " +
      "input has an `objectWriteTraceId`.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = [
      { id: "Jonas", idProperty: "firstname", properties: { lastname: "B" }, objectWriteTraceId: "a" },
      { id: "3101", properties: { lastname: "Brandt" }, objectWriteTraceId: "b" },
    ];
    for (const action of ["update", "upsert"]) {
      const response = await batch(account, "contacts", action, inputs);
      expect([response.status, idsOf(response)]).toEqual([207, ["3101"]]);
      expect(response.body.errors).toMatchObject([{ category: "VALIDATION_ERROR", context: { objectWriteTraceId: ["a"] } }]);
    }
  }),
  "records-batch-wrong-property": rule(
    "The error about an `idProperty` without unique values names the input that contains it.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const wrong = (idProperty: string) => ({ id: "Jonas", idProperty, properties: { lastname: "Brandt" } });
    const inputs = [{ id: "3101", properties: {} }, wrong("firstname"), wrong("color")];
    const fields = ["inputs[1].idProperty", "inputs[2].idProperty"];
    for (const action of ["update", "upsert"]) {
      expectInvalid(await batch(account, "contacts", action, inputs), ...fields);
      const traced = inputs.map((input, index) => ({ ...input, objectWriteTraceId: String(index) }));
      const { errors } = (await batch(account, "contacts", action, traced)).body;
      expect(errors.map((error: { errors: { in: string }[] }) => error.errors.map((detail) => detail.in))).toEqual(
        fields.map((field) => [field]),
      );
    }
  }),
  "records-batch-upsert": rule(
    "An upsert changes the record that has the unique value, or creates one with this value; `new` states whether the record was " +
      "created.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ["jonas@larkspur.example", "ines@larkspur.example"].map((id) => byEmail(id, "Name"));
    const { status, body } = await batch(account, "contacts", "upsert", inputs);
    const results = body.results.map((one: { new: boolean; properties: Values }) => [one.new, one.properties["email"]]);
    expect([status, results]).toEqual([
      200,
      [
        [false, "jonas@larkspur.example"],
        [true, "ines@larkspur.example"],
      ],
    ]);
    expectInvalid(
      await batch(account, "contacts", "upsert", [{ id: "x", idProperty: "firstname", properties: {} }]),
      "inputs[0].idProperty",
    );
  }),
  "records-batch-upsert-other-value": rule(
    "An upsert can change the value that identifies the record. If no record has this value, a different value of the same property in " +
      "`properties` is rejected with a 400. An empty `id` is also rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const renamed = (id: string, email: string) => [{ id, idProperty: "email", properties: { email } }];
    const known = await batch(account, "contacts", "upsert", renamed("jonas@larkspur.example", "jon@larkspur.example"));
    expect(known.body.results).toMatchObject([{ id: "3101", properties: { email: "jon@larkspur.example" } }]);
    const unknown = await batch(account, "contacts", "upsert", renamed("ines@larkspur.example", "i@larkspur.example"));
    expectInvalid(unknown, "inputs[0].properties.email");
    expect((await batch(account, "contacts", "upsert", renamed("ines@larkspur.example", "INES@larkspur.example"))).status).toBe(200);
    expectInvalid(await batch(account, "contacts", "upsert", [{ id: "", idProperty: "email", properties: {} }]), "inputs[0].id");
  }),
  "records-batch-upsert-twice": rule(
    "If two inputs of an upsert have the same unique value, they write the same record.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const response = await batch(account, "contacts", "upsert", [byEmail("Ines@a.example", "A"), byEmail("ines@a.example", "B")]);
    const [first, second] = response.body.results;
    expect([first.id, first.new, second.new]).toEqual([second.id, true, false]);
    expect((await get(account, "contacts", first.id)).body.properties["firstname"]).toBe("B");
  }),
  "records-batch-new-value": rule(
    "In a batch update or upsert, a unique value that an earlier input gives to a record identifies this record, unless another record " +
      "had the value before the batch.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ properties: { contacts: [{ name: "key", unique: true }] } });
    const other = (await create(account, "contacts", { key: "other" })).body.id;
    const input = (id: string, properties: Values) => ({ id, idProperty: "key", properties });
    for (const [verb, traced] of [
      ["upsert", false],
      ["update", false],
      ["update", true],
    ] as const) {
      const inputs = [
        { id: "3101", properties: { key: verb } },
        input(verb, { key: `${verb}.${traced}` }),
        input(`${verb}.${traced}`, { lastname: verb }),
      ].map((one, index) => (traced ? { ...one, objectWriteTraceId: String(index) } : one));
      const { status, body } = await batch(account, "contacts", verb, inputs);
      expect([status, body.results.map(({ id }: { id: string }) => id)]).toEqual([200, ["3101", "3101", "3101"]]);
      expect((await get(account, "contacts", "3101")).body.properties["lastname"]).toBe(verb);
    }
    const [first, second] = ["update.true", "other"] as const;
    const swapped = await batch(account, "contacts", "update", [input(first, { key: second }), input(second, { key: first })]);
    expect(swapped.body.results.map(({ id }: { id: string }) => id)).toEqual(["3101", other]);
  }),
  "records-batch-upsert-by-id": rule(
    "An upsert by record id changes only existing records; unknown ids are listed as missing.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ["3101", "3999"].map((id) => ({ id, properties: { firstname: "Jon" } }));
    const { status, body } = await batch(account, "contacts", "upsert", inputs);
    expect([status, body.results]).toMatchObject([207, [{ id: "3101", new: false }]]);
    expect(body.errors[0].context.ids).toEqual(["3999"]);
  }),
  "records-batch-upsert-by-email": rule(
    "A batch upsert by email address fails as a whole, even if every input has an `objectWriteTraceId`.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ properties: { contacts: [{ name: "number", unique: true }] } });
    await update(account, "contacts", "3101", { number: "7" });
    const inputs = ["a@a.example", "b@a.example"].map((id, index) => ({
      ...byEmail(id, "Name"),
      properties: { number: String(index + 6) },
      objectWriteTraceId: id,
    }));
    expectConflict(await batch(account, "contacts", "upsert", inputs), "Contact already exists. Existing ID: 3101");
    expect(idsOf(await list(account, "contacts"))).toEqual(["3101"]);
  }),
  "records-batch-upsert-traced": rule(
    "If every input of an upsert by a unique property other than `email` has an `objectWriteTraceId`, an input with an invalid value " +
      "does not affect the other inputs.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ properties: { contacts: [{ name: "key", unique: true }] } });
    const input = (id: string, properties: Values) => ({ id, idProperty: "key", objectWriteTraceId: id, properties });
    const inputs = [input("a", { firstname: "A" }), input("b", { lifecyclestage: "none" }), input("c", { firstname: "C" })];
    const { status, body } = await batch(account, "contacts", "upsert", inputs);
    expect([status, body.results.map(firstname), body.numErrors]).toEqual([207, ["A", "C"], 1]);
    expect(body.errors[0]).toMatchObject({ status: "error", category: "VALIDATION_ERROR", context: { objectWriteTraceId: ["b"] } });
    expect((await list(account, "contacts", { properties: "key" })).body.results).toMatchObject(
      [null, "a", "c"].map((key) => ({ properties: { key } })),
    );
  }),
  "records-concurrent-upserts": rule(
    "Concurrent upserts with the same new unique value create only one record.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const writes = Array.from({ length: 8 }, (_, index) => batch(account, "contacts", "upsert", [byEmail("ines@a.example", `N${index}`)]));
    const results = (await Promise.all(writes)).map(({ body }) => body.results[0]);
    expect(results.filter((one) => one.new)).toHaveLength(1);
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
  }),
  "records-batch-archive": rule("Archiving a batch ignores the ids of records that are archived or do not exist.", {
    grade: "assumed",
    source: "recordings of a similar API, for a single record",
  })(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ["3101", "3999", "x"].map((id) => ({ id }));
    expect((await batch(account, "contacts", "archive", inputs)).status).toBe(204);
    const before = await account.snapshot();
    expect(before.records.contacts[0].archivedAt).toBe(demoTime);
    await account.advance(60_000);
    expect((await batch(account, "contacts", "archive", inputs)).status).toBe(204);
    expect((await account.snapshot()).records).toEqual(before.records);
  }),
});

function byEmail(id: string, name: string) {
  return { id, idProperty: "email", properties: { firstname: name } };
}

function firstname({ properties }: { properties: Values }): string | undefined {
  return properties["firstname"];
}
