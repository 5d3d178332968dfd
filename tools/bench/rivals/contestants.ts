import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { installClient, type Room, roomOf } from "../client/install.ts";
import { incumbent, type Rival } from "./rivals.ts";

const run = promisify(execFile);

/** What stands in a row of the table: a client in a folder of its own, ready to be measured there. */
export interface Contestant extends Pick<Rival, "title" | "program" | "lib" | "generate"> {
  readonly folder: string;
  /** What is installed for it, where anything is. */
  readonly install?: Room & { readonly packages: number };
}

/** Installs a rival from the registry, and makes what is to be made. @throws Error when npm cannot */
export async function installRival(rival: Rival, folder: string): Promise<Contestant> {
  const { title, packages, generate, isMadeOnly } = rival;
  const { dependencies } = JSON.parse(await readFile("tools/bench/rivals/package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  const versionOf = await catalogVersions();
  const wanted = Object.fromEntries(
    packages.map((name) => [name, name === incumbent ? process.env["INCUMBENT"] : versionOf(name, dependencies[name])]),
  );
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies: wanted }));
  // Nothing of theirs is run before we ask for it.
  if (packages.length > 0)
    await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--loglevel=error"], { cwd: folder });
  await generate?.(folder);
  const version = /[\d.]+$/.exec(wanted[packages[0] ?? ""] ?? "")?.[0];
  const contestant = { ...rival, title: version === undefined ? title : title.replace(/(,|$)/, ` ${version}$1`), folder };
  return packages.length === 0 || isMadeOnly ? contestant : { ...contestant, install: await installIn(folder) };
}

interface Catalogs {
  readonly catalog: Readonly<Record<string, string>>;
  readonly catalogs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads what npm does not know: which version the catalog has of a package that takes it from there. Other versions stay as they are. */
async function catalogVersions(): Promise<(name: string, version: string | undefined) => string | undefined> {
  const { catalog, catalogs } = parse(await readFile("pnpm-workspace.yaml", "utf8")) as Catalogs;
  return (name, version) => {
    if (!version?.startsWith("catalog:")) return version;
    const key = version.slice("catalog:".length);
    return (key === "" ? catalog : catalogs[key])?.[name];
  };
}

/** The floor, and ours: a function of an area, the client with every operation, and what the pipeline makes for any document. */
export async function ownContestants(floor: string, folder: string): Promise<Contestant[]> {
  await writeFile(join(floor, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await installClient(folder);
  const install = await installIn(folder);
  await generateOwn(folder);
  return [
    {
      title: "bare fetch (floor)",
      folder: floor,
      program: ({ origin }) => `
        const headers = { authorization: "Bearer token" };
        const response = await fetch("${origin}/cos-domains/v1/domains/610001", { headers });
        console.log((await response.json()).domain);
      `,
    },
    {
      title: "ours, a function of an area",
      folder,
      install,
      program: ({ origin }) => `
        import { createConnection } from "@crm-platform/client";
        import { get } from "@crm-platform/client/domains";
        const connection = createConnection({ baseUrl: "${origin}", accessToken: "token" });
        const { domain } = await get(connection, "610001");
        console.log(domain);
      `,
    },
    {
      title: "ours, createClient with every operation",
      folder,
      install,
      program: ({ origin }) => `
        import { createClient } from "@crm-platform/client";
        const client = createClient({ baseUrl: "${origin}", accessToken: "token" });
        const { domain } = await client.domains.get("610001");
        console.log(domain);
      `,
    },
    {
      title: "ours, generated from our document",
      folder,
      install,
      generate: generateOwn,
      program: ({ origin }) => `
        import { createConnection } from "@crm-platform/client/engine";
        import { bindClient } from "./made/client/client.js";
        const client = bindClient(createConnection({ baseUrl: "${origin}", accessToken: "token" }));
        const { domain } = await client.domains.get("610001");
        console.log(domain);
      `,
    },
  ];
}

async function generateOwn(folder: string): Promise<void> {
  const words = ["tools/generate.ts", "--document", "packages/types/src/generated/openapi.json", "--out", join(folder, "made")];
  await run(process.execPath, words);
}

async function installIn(folder: string): Promise<Room & { readonly packages: number }> {
  const modules = join(folder, "node_modules");
  const entries = await readdir(modules, { recursive: true, withFileTypes: true });
  const packages = entries.filter((entry) => entry.isDirectory() && isPackage(join(entry.parentPath, entry.name)));
  return { ...(await roomOf(modules)), packages: packages.length };
}

/** Whether a folder is a package in `node_modules`, and none of the folders in it. */
function isPackage(path: string): boolean {
  return /\/node_modules\/(@[^/]+\/[^/]+|[^@./][^/]*)$/.test(path);
}
