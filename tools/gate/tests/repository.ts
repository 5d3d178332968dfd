import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packages } from "../../packages.ts";
import { root, temporaryFolder } from "../../tests/workspace.ts";
import { emptyAcceptedBreaks } from "../acceptedBreaks.ts";
import { currentContract } from "../documents/contracts.ts";
import { writeReleased } from "../documents/released.ts";
import { readReports, releasedReports, writeReports } from "../signatures/reports.ts";

export interface Repository {
  readonly folder: string;
  readonly version: string;
  read(file: string): Promise<string>;
  /** @throws Error when the file does not contain the text */
  edit(file: string, old: string, now: string): Promise<void>;
  write(file: string, text: string): Promise<void>;
}

/** The paths of other areas, which are removed, because bundling and generating them would take most of the time. */
const otherPaths = /^ {2}\/.*:\n {4}\$ref: \.\/(?!tickets\/|meetings\/).*\n/gm;

/** Copies the files that a release of two areas requires, as if they were released. Tools and dependencies are not copied. */
export async function copyOfRepository(): Promise<Repository> {
  const folder = await temporaryFolder();
  const parts = [
    ...["spec", ".changeset", "package.json", "pnpm-workspace.yaml", "redocly.yaml"],
    ...packages.flatMap((name) => [`packages/${name}/package.json`, ...(name === "types" ? [] : [`packages/${name}/api`])]),
  ];
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  for (const name of await readdir(join(folder, ".changeset"))) if (name.endsWith(".md")) await rm(join(folder, ".changeset", name));
  const spec = join(folder, "spec/openapi.yaml");
  await writeFile(spec, (await readFile(spec, "utf8")).replaceAll(otherPaths, ""));

  const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8");
  const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);
  const edit = async (file: string, old: string, now: string): Promise<void> => {
    const text = await read(file);
    if (!text.includes(old)) throw new Error(`${file} does not contain "${old}".`);
    await write(
      file,
      text.replace(old, () => now),
    );
  };
  await edit("redocly.yaml", "./tools/rules/plugin.ts", join(root, "tools/rules/plugin.ts"));
  await edit(".changeset/config.json", "../tools/gate/changesets/changelog.ts", join(root, "tools/gate/changesets/changelog.ts"));
  const contract = await currentContract(folder);
  await writeReleased(contract, folder);
  await writeReports(await readReports(root), folder, releasedReports);
  await emptyAcceptedBreaks(folder);
  return {
    folder,
    version: contract.platform.info.version,
    read,
    write,
    edit,
  };
}
