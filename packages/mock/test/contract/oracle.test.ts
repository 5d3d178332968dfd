import { describe, expect, test } from "vitest";
import { compiledContract } from "../../src/contract/compiled/compiledContract.ts";
import type { CheckedRequest, Contract } from "../../src/contract/contract.ts";
import type { Problem } from "../../src/contract/message.ts";
import type { OpenApiDocument } from "../../src/contract/openapi/document.ts";
import { readOperations } from "../../src/contract/openapi/operations.ts";
import { loadPrismContract } from "../../src/contract/prism/prismContract.ts";
import { validators } from "../../src/generated/validators.ts";
import { document as bundled, operation, operations, requestNames } from "../document.ts";
import { type Case, exampleRequests, exampleResponses, mutatedRequest, mutatedResponse } from "./oracleCases.ts";
import { type Disagreement, differences } from "./oracleDifferences.ts";
import { chanceOf } from "./oracleMutations.ts";

// These tests import internal modules, because neither contract is part of the public interface.
const document = bundled as unknown as OpenApiDocument;
const known = new Map(readOperations(document).map((one) => [one.operationId, one]));
const areas = (await Promise.all(Object.values(validators).map((load) => load()))).map((area) => area.validators);
const compiled = compiledContract(document, {
  open: Object.assign({}, ...areas.map(({ open }) => open)),
  closed: Object.assign({}, ...areas.map(({ closed }) => closed)),
});
const prism = await loadPrismContract(document);

interface Judgment {
  readonly checked: CheckedRequest;
  readonly responseProblems: readonly Problem[];
}

function judged(contract: Contract, { id, request, response }: Case): Judgment {
  const op = known.get(id);
  if (!op) throw new Error(`Unknown operation: ${id}`);
  return { checked: contract.checkRequest(op, request), responseProblems: contract.checkResponse(op, response) };
}

function disagreements(byPrism: Judgment, byCompiled: Judgment): Disagreement[] {
  return [
    ...onlyIn(byPrism.checked.problems, byCompiled.checked.problems, { by: "Prism", about: "request" }),
    ...onlyIn(byCompiled.checked.problems, byPrism.checked.problems, { by: "the compiled contract", about: "request" }),
    ...onlyIn(byPrism.responseProblems, byCompiled.responseProblems, { by: "Prism", about: "response" }),
    ...onlyIn(byCompiled.responseProblems, byPrism.responseProblems, { by: "the compiled contract", about: "response" }),
  ];
}

/** Two problems are the same if their field, rule, message and value are equal. */
function onlyIn(problems: readonly Problem[], instead: readonly Problem[], rest: Pick<Disagreement, "by" | "about">): Disagreement[] {
  const known = new Set(instead.map(written));
  return problems.filter((problem) => !known.has(written(problem))).map((problem) => ({ ...rest, problem, instead }));
}

function written(problem: Problem): string {
  return JSON.stringify(Object.entries(problem).sort());
}

const occurred = new Set<string>();

/** Fails if a disagreement is not a known difference. Returns the number of cases that violate the contract. */
function compare(cases: readonly Case[]): number {
  let broken = 0;
  for (const one of cases) {
    const byPrism = judged(prism, one);
    const byCompiled = judged(compiled, one);
    const { checked, responseProblems } = byCompiled;
    expect(byPrism.checked.lacksToken, one.title).toBe(checked.lacksToken);
    for (const disagreement of disagreements(byPrism, byCompiled)) {
      const difference = differences.find(({ explains }) => explains(disagreement, one));
      expect(difference, JSON.stringify({ disagreement, one }, null, 2)).toBeDefined();
      if (difference) occurred.add(difference.title);
    }
    if (checked.lacksToken || checked.problems.length > 0 || responseProblems.length > 0) broken += 1;
  }
  return broken;
}

function mutations(cases: readonly Case[], count: number, seed: number, mutate: typeof mutatedRequest): Case[] {
  const chance = chanceOf(seed);
  return Array.from({ length: count }, (_, index) => {
    const one = cases[index % cases.length] as Case;
    return mutate(chance, operation(one.id), one);
  });
}

const requests = operations.flatMap(exampleRequests);
const responses = operations.flatMap(exampleResponses);

describe("Prism and the compiled contract agree", () => {
  test("neither contract finds a problem in an example", () => {
    // Each response without examples is a case with generated data.
    const expected = [
      operations.map((op) => requestNames(op).length),
      operations.flatMap((op) => op.responses.map(({ examples }) => examples.length)),
    ];
    expect([requests.length, responses.length]).toEqual(
      expected.map((counts) => counts.reduce((sum, count) => sum + Math.max(count, 1), 0)),
    );
    expect(compare([...requests, ...responses])).toBe(0);
  });

  test("the contracts agree on 4,000 mutated requests", () => {
    const broken = compare(mutations(requests, 4000, 3, mutatedRequest));
    expect(broken).toBeGreaterThan(1600);
    expect(broken).toBeLessThan(3200);
  });

  test("the contracts agree on a request with more problems than a response lists", () => {
    const [example] = requests.filter(({ id }) => id === "associations.batchCreate") as [Case];
    const body = { inputs: Array.from({ length: 1999 }, () => ({ from: { id: 5 }, to: { id: "" }, types: [{}] })) };
    expect(compare([{ ...example, request: { ...example.request, body } }])).toBe(1);
  });

  test("the contracts agree on a request with a negative integer that exceeds 64 bits", () => {
    const [example] = requests.filter(({ id }) => id === "broadcasts.list") as [Case];
    const query = { since: "-9300000000000000000" };
    expect(compare([{ ...example, request: { ...example.request, query } }])).toBe(1);
  });

  test("the contracts agree on 1,500 mutated responses", () => {
    const broken = compare(mutations(responses, 1500, 2, mutatedResponse));
    expect(broken).toBeGreaterThan(800);
    expect(broken).toBeLessThan(1300);
  });

  test("each listed difference between the contracts still occurs", () => {
    expect([...occurred].sort()).toEqual(differences.map(({ title }) => title).sort());
  });
});
