import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { operationTable } from "@crm-platform/types";
import { expect, test } from "vitest";
import { root, temporaryFolder } from "../workspace.ts";
import { typecheck } from "./typecheck.ts";

const generated = join(root, "packages/client/src/generated");

function examplesIn(source: string): string[] {
  const found = source.matchAll(/^ *\* @example\n *\* ```ts\n((?: *\*.*\n)+?) *\* ```$/gm);
  return [...found].map(([, lines = ""]) => lines.replace(/^ *\* ?/gm, ""));
}

test("every operation's documentation has an example that compiles", async () => {
  const ids = Object.keys(operationTable);
  const areas = [...new Set(ids.map((id) => id.split(".")[0] ?? ""))];
  const ofClient = examplesIn(await readFile(join(generated, "client.ts"), "utf8"));
  expect(ofClient.map((code) => /^await client\.(\w+\.\w+)\(/.exec(code)?.[1]).toSorted()).toEqual(ids.toSorted());
  const ofAreas = await Promise.all(areas.map(async (area) => examplesIn(await readFile(join(generated, "areas", `${area}.ts`), "utf8"))));
  expect(
    ofAreas
      .flat()
      .map((code) => /^await (\w+\.\w+)\(connection/.exec(code)?.[1])
      .toSorted(),
  ).toEqual(ids.toSorted());

  const folder = await temporaryFolder();
  const imports = areas.map((area) => `import * as ${area} from ${JSON.stringify(join(generated, "areas", `${area}.ts`))};\n`);
  const declared = `import type { Client } from ${JSON.stringify(join(generated, "client.ts"))};
import type { Connection } from "@crm-platform/client";
declare const client: Client;
declare const connection: Connection;
`;
  await writeFile(join(folder, "examples.ts"), [...imports, declared, ...ofClient, ...ofAreas.flat(), "export {};\n"].join(""));
  expect(await typecheck(folder)).toBe("");
});

test("the documentation lists the error statuses", async () => {
  const tickets = await readFile(join(generated, "areas/tickets.ts"), "utf8");
  const [archive = ""] = tickets.split("export function archive(");
  const comment = archive.slice(archive.lastIndexOf("/**"));
  const statuses = comment.matchAll(/^ \* {3}- (\d+): (\S.*\.)$/gm);
  expect([...statuses].map(([, status]) => status)).toEqual(["400", "401", "403", "404", "423", "429", "477"]);
});
