import type { Design } from "./design.ts";
import { rowOf } from "./files.ts";

/** What people have to write now, with the files and how it begins. */
export function whatIsLeft(operation: Design): string {
  const { area, name, method, newArea, ids, query, body, status, answer, grade } = operation;
  const parts = [ids.length > 0 && "path", query.length > 0 && "query", body && "body"].filter(Boolean).join(", ");
  const result = answer ? `{ status: ${status}, body: ${answer.schema} }` : `{ status: ${status} }`;
  const steps = [
    `npx pnpm generate. From then on npx pnpm check names what is missing.`,
    `packages/mock/src/handlers/${area}.ts: the handler${newArea ? `, exported as \`${area}: HandlersOfArea<"${area}">\`, with its line in handlers/table.ts` : ""}.

      "${area}.${name}": {
        kind: "${method === "get" ? "reads" : "writes"}",
        async run(${parts === "" ? "_" : `{ ${parts} }`}, { store, now }) {
          // answers ${result}, or throws a Refusal
        },
      },`,
    `packages/mock/test/behaviour/${area}.ts: the check "${rowOf(operation).rule}", and a row with a check for each further rule in spec/${area}/behaviour.yaml.`,
    `packages/client/test/everyCall.ts: a call of it.`,
    `spec/${area}/samples/${name}.ts and .sh: they run against the demo account. Show what the answer is good for.`,
    grade === "described"
      ? "tools/tests/described.ts: what the description says of it."
      : "npx pnpm exec vitest run tools/tests/spec.test.ts --update: its evidence.",
    "The READMEs and tests that count operations.",
  ];
  return steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n");
}
