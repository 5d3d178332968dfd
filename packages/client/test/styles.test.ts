import { writeDeepQuery, writeStyledForm } from "@crm-platform/client/engine";
import { expect, test } from "vitest";

const filter = { size: { min: 1, max: null }, tags: ["a&b", "c"], "k]": true, absent: undefined };

test("a deepObject query nests names in brackets", () => {
  const parameters = [{ name: "filter", style: "deepObject", explode: true }, { name: "page" }];
  expect(writeDeepQuery(parameters, { filter, page: 2 })).toBe(
    "filter[size][min]=1&filter[tags][0]=a%26b&filter[tags][1]=c&filter[k%5D]=true&page=2",
  );
  expect(writeDeepQuery(parameters, { page: 2 })).toBe("page=2");
});

test("a styled form round-trips", () => {
  const styled = [
    { name: "filter", style: "deepObject", explode: true },
    { name: "ids", explode: false },
    { name: "a%20b", member: "a b", style: "pipeDelimited", explode: false },
  ];
  const form = writeStyledForm(styled, { name: "x y", plain: { x: 1 }, filter, ids: [1, 2], "a b": ["c", "d"] });
  expect([...new URLSearchParams(form)]).toEqual([
    ["name", "x y"],
    ["plain", '{"x":1}'],
    ["filter[size][min]", "1"],
    ["filter[tags][0]", "a&b"],
    ["filter[tags][1]", "c"],
    ["filter[k]]", "true"],
    ["ids", "1,2"],
    ["a b", "c|d"],
  ]);
  expect(form).not.toMatch(/[[\]|, ]/);
});
