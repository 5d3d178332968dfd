import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { document as controlDocument } from "../../../packages/mock/src/generated/control/document.ts";
import { type CommandResult, resultOf } from "../../commandLine.ts";
import type { Document } from "../../openapi/document.ts";
import { packages } from "../../packages.ts";
import { hashOf } from "../../pipeline/bundle/bundle.ts";
import { root, temporaryFolder } from "../../tests/workspace.ts";
import { emptyAcceptedBreaks } from "../acceptedBreaks.ts";
import { apiDiff } from "../commands/apiDiff.ts";
import { change } from "../commands/change.ts";
import { checkReady } from "../commands/version.ts";
import { writeReleased } from "../documents/released.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests edit any part of a document.
export type Loose = any;

/** The files of a repository that the gate reads, right after a release. Tests edit its two documents in place. */
export interface ReleasedFolder {
  readonly folder: string;
  readonly version: string;
  readonly platform: Loose;
  readonly control: Loose;
  /** Runs a command in this process, with the edited documents as the spec. */
  run(name: CommandName, ...words: readonly string[]): Promise<Required<CommandResult>>;
  read(file: string): Promise<string>;
  write(file: string, text: string): Promise<void>;
}

/** `version` runs only the checks that the command performs before it writes files. */
export type CommandName = "apiDiff" | "change" | "version";

const released = await readParts();

export async function releasedFolder(): Promise<ReleasedFolder> {
  const folder = await temporaryFolder();
  const { version } = released.platform.info;
  const write = async (file: string, text: string): Promise<void> => {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  for (const name of packages) await write(`packages/${name}/package.json`, JSON.stringify({ version }));
  await mkdir(join(folder, ".changeset"));
  await writeReleased({ name: "", ...released }, folder);
  await emptyAcceptedBreaks(folder);
  const { platform, control } = structuredClone(released) as Loose;
  const readSpec = async () => ({ name: "the spec", platform, control });
  const commands: Record<CommandName, (words: readonly string[]) => Promise<CommandResult | number>> = {
    apiDiff: (words) => apiDiff(words, folder, readSpec),
    change: (words) => change(words, folder, readSpec),
    version: () => checkReady(folder, readSpec).then(() => 0),
  };
  return {
    folder,
    version,
    platform,
    control,
    run: async (name, ...words) => ({ stdout: "", stderr: "", ...(await resultOf(() => commands[name](words))) }),
    read: (file) => readFile(join(folder, file), "utf8"),
    write,
  };
}

async function readGenerated(): Promise<{ platform: Document; control: Document }> {
  const platform = JSON.parse(await readFile(join(root, "packages/types/src/generated/openapi.json"), "utf8")) as Document;
  return { platform, control: controlDocument as Document };
}

/** Both documents with a few operations, which are compared quickly. */
async function readParts(): Promise<{ platform: Document; control: Document }> {
  const { platform, control } = await readGenerated();
  return {
    platform: partOf(platform, ["tickets.archive", "meetings.batchRead", "domainsV1.get"]),
    control: partOf(control, ["clock.get"]),
  };
}

function partOf({ "x-data": _data, ...document }: Loose, operationIds: readonly string[]): Document {
  const paths: Loose = {};
  for (const [path, item] of Object.entries<Loose>(document.paths)) {
    const kept = Object.entries<Loose>(item).filter(([, { operationId }]) => operationIds.includes(operationId));
    if (kept.length > 0) paths[path] = Object.fromEntries(kept);
  }
  const components: Loose = { securitySchemes: document.components.securitySchemes };
  const keepReferenced = (node: object): void => {
    for (const [, kind = "", name = ""] of JSON.stringify(node).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      if (components[kind]?.[name] !== undefined) continue;
      components[kind] = { ...components[kind], [name]: document.components[kind][name] };
      keepReferenced(components[kind][name]);
    }
  };
  keepReferenced(paths);
  const part = { ...document, paths, components };
  return { ...part, info: { ...part.info, "x-content-hash": hashOf(part) } };
}

export function operationOf({ paths }: Loose, id: string): Loose {
  const operations = Object.values<Loose>(paths).flatMap((item) => Object.values<Loose>(item));
  return operations.find(({ operationId }) => operationId === id);
}

export const reason = "The service has accepted no more since May.";

/** The entry that `pnpm api:diff` prints, with a reason. */
export function proposed(stdout: string): string {
  const entries = stdout.slice(stdout.indexOf("\n  - reason: ") + 1);
  return entries.replaceAll('reason: ""', `reason: ${reason}`);
}
