/** pnpm clients requires the npm registry, because it installs the programs and the packed mock in a temporary folder. */
import { cp, mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWords, runCommand } from "../commandLine.ts";
import { packages } from "../packages.ts";
import { rehearsalEnvironment, run, serve } from "../rehearsal/run.ts";
import { root } from "../root.ts";
import { untilEnded } from "./untilEnded.ts";

async function main(): Promise<number> {
  readWords("Usage: npx pnpm clients", {});
  const signal = untilEnded();
  try {
    await using temporary = await mkdtempDisposable(join(tmpdir(), "crm-platform-clients-"));
    const folder = temporary.path;
    await cp(join(root, "tools/clients"), folder, { recursive: true });
    console.log("Packing the packages and installing them with the programs");
    await install(folder, signal);
    console.log(await runAgainstMock(["--test"], await serviceName(folder), folder, signal));
    // The collection is generated from the document, so its names are those of the document.
    console.log(await runAgainstMock(["postman.js"], undefined, folder, signal));
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    console.error("Interrupted.");
    return signal.reason;
  }
}

async function install(folder: string, signal: AbortSignal): Promise<void> {
  await run(["turbo", "run", "build"], { folder: root, signal });
  for (const name of packages) {
    await run(["pnpm", "pack", "--pack-destination", folder], { folder: join(root, "packages", name), signal });
  }
  const tarballs = (await readdir(folder)).filter((file) => file.endsWith(".tgz")).map((file) => join(folder, file));
  await run(["npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", ...tarballs], { folder, signal });
}

/** Returns the service's own name, which is the scope of its official client. */
async function serviceName(folder: string): Promise<string | undefined> {
  const { dependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return /^npm:@([^/]+)\//.exec(dependencies["official-client"])?.[1];
}

/** Runs a program against a new mock with the demo account. Resolves to its output. @throws ProgramError when the program fails */
async function runAgainstMock(program: readonly string[], name: string | undefined, folder: string, signal: AbortSignal): Promise<string> {
  const command = [join(folder, "node_modules/.bin/crm-platform-mock"), "start", "--port", "0", "--demo", "--keep-sunset-operations"];
  const naming = name === undefined ? [] : ["--service-name", name];
  await using mock = await serve([...command, ...naming], /^ready (.+)$/m, { folder, signal });
  const environment = { ...rehearsalEnvironment(), MOCK_URL: mock.url };
  return await run([process.execPath, ...program], { folder, signal, environment });
}

await runCommand(main);
