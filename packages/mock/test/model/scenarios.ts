import fc from "fast-check";
import { advance, type Command, timeless } from "./commands.ts";
import { readAllPages } from "./eventCommands.ts";

const minute = 60_000;
const at = fc.constantFrom(0, 1);
const newest = fc.constantFrom(0, 0, 1).map((pick) => ({ pick }));

const install: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    version: fc.constantFrom("v1", "2026-03"),
    ofCode: fc.constantFrom(0, 10 * minute - 1, 10 * minute),
    deeds: fc.array(fc.tuple(fc.constantFrom("exchange", "refresh", "deleteRefresh", "use", "metadata", "introspect", "revoke"), newest), {
      maxLength: 3,
    }),
    ofToken: fc.constantFrom(0, 30 * minute - 1, 30 * minute),
    last: fc.constantFrom("use", "metadata", "refresh"),
  })
  .map(({ at: account, version, ofCode, deeds, ofToken, last }): Command[] => {
    const does = (type: string, { pick } = { pick: 0 }) => ({ type, at: account, pick, version, redirect: 0, secret: true }) as Command;
    return [
      { type: "authorize", at: account, scopes: ["content"], redirect: 0 },
      { type: "advance", at: account, milliseconds: ofCode },
      does("exchange"),
      ...deeds.map(([type, picked]) => does(type, picked)),
      { type: "advance", at: account, milliseconds: ofToken },
      does(last),
    ];
  });

const inherit: fc.Arbitrary<readonly Command[]> = fc.constantFrom("Bike sold", "Bike lost").map((label): Command[] => [
  { type: "defineEvent", at: 1, label, noObject: false },
  { type: "look", at: 1 },
  { type: "restore", at: 2, pick: 0 },
  { type: "defineEvent", at: 2, label: "Bike found", noObject: false },
  { type: "look", at: 2 },
]);

export const anything: fc.Arbitrary<readonly Command[]> = fc
  .array(
    fc.oneof(
      { weight: 24, arbitrary: timeless.map((command) => [command]) },
      { weight: 2, arbitrary: advance.map((command) => [command]) },
      { weight: 2, arbitrary: install },
      { weight: 1, arbitrary: inherit },
      { weight: 1, arbitrary: readAllPages.map((command) => [command]) },
    ),
    { minLength: 1, maxLength: 50, size: "max" },
  )
  .map((scenarios) => scenarios.flat());

// Repeats one of the commands, because some commands can succeed only once.
const crowd = fc
  .tuple(timeless, fc.integer({ min: 2, max: 4 }), fc.array(timeless, { maxLength: 2 }))
  .map(([command, times, others]) => [...Array.from({ length: times }, () => ({ ...command })), ...others]);

export const moment: fc.Arbitrary<readonly Command[]> = fc.oneof(
  { weight: 5, arbitrary: fc.array(timeless, { minLength: 2, maxLength: 6, size: "max" }) },
  { weight: 4, arbitrary: crowd },
  { weight: 1, arbitrary: advance.map((command) => [command]) },
);
