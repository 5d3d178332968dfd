import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { redocly } from "../../pipeline/lint/redocly.ts";

const run = promisify(execFile);
const document = resolve("packages/types/src/generated/openapi.json");

/** Who is compared with us: how it gets into a folder, and a program of one call. */
export interface Rival {
  readonly title: string;
  /** What npm installs, by the names in package.json. The version of the first stands beside the title. */
  readonly packages: readonly string[];
  /** Makes it from our document, in the folder `made`. */
  readonly generate?: (folder: string) => Promise<void>;
  /** Whether the packages only make it, so that who uses it has none of them installed. */
  readonly isMadeOnly?: boolean;
  /** The libraries that it compiles with, where it wants more than all the others do. */
  readonly lib?: readonly string[];
  /** One call to the service at that address. */
  readonly program: (service: URL) => string;
}

/**
 * The name under which the client that most people have today is installed. Which package that is stands in the environment
 * variable INCUMBENT, as npm:NAME@VERSION; its maker is not for us to name.
 */
export const incumbent = "incumbent";

export const rivals: readonly Rival[] = [
  {
    title: "the incumbent client of an API of this shape",
    // Our name for it; package.json has the one that npm knows it by, and why that one stands there.
    packages: [incumbent],
    program: ({ origin }) => `
      import { Client } from "incumbent";
      const client = new Client({ accessToken: "token", basePath: "${origin}" });
      const ticket = await client.crm.tickets.basicApi.getById("610001");
      console.log(ticket.id);
    `,
  },
  {
    title: "stripe",
    packages: ["stripe"],
    program: ({ hostname, port }) => `
      import Stripe from "stripe";
      const stripe = new Stripe("token", { protocol: "http", host: "${hostname}", port: "${port}" });
      const customer = await stripe.customers.retrieve("610001");
      console.log(customer.id);
    `,
  },
  {
    title: "openai",
    packages: ["openai"],
    program: ({ origin }) => `
      import OpenAI from "openai";
      const client = new OpenAI({ apiKey: "token", baseURL: "${origin}" });
      const model = await client.models.retrieve("610001");
      console.log(model.id);
    `,
  },
  {
    title: "@octokit/rest",
    packages: ["@octokit/rest"],
    program: ({ origin }) => `
      import { Octokit } from "@octokit/rest";
      const octokit = new Octokit({ auth: "token", baseUrl: "${origin}" });
      const { data } = await octokit.rest.repos.get({ owner: "owner", repo: "name" });
      console.log(data.id);
    `,
  },
  {
    title: "openapi-fetch, types of our document",
    packages: ["openapi-fetch"],
    generate: async (folder) => {
      await run("tools/node_modules/.bin/openapi-typescript", [document, "--output", join(folder, "made/schema.ts")]);
    },
    program: ({ origin }) => `
      import createClient from "openapi-fetch";
      import type { paths } from "./made/schema.js";
      const client = createClient<paths>({ baseUrl: "${origin}", headers: { authorization: "Bearer token" } });
      const { data } = await client.GET("/cos-domains/v1/domains/{domainId}", { params: { path: { domainId: "610001" } } });
      console.log(data?.domain);
    `,
  },
  {
    title: "hey-api, generated from our document",
    packages: ["@hey-api/openapi-ts", "typescript"],
    isMadeOnly: true,
    lib: ["es2023", "dom", "dom.iterable"],
    generate: async (folder) => {
      // It writes imports as the project has them.
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { module: "nodenext" } }));
      await run(join(folder, "node_modules/.bin/openapi-ts"), ["--input", document, "--output", "made"], { cwd: folder });
    },
    program: ({ origin }) => `
      import { createClient } from "./made/client/index.js";
      import { domainsGet } from "./made/index.js";
      const client = createClient({ baseUrl: "${origin}", auth: "token" });
      const { data } = await domainsGet({ client, path: { domainId: "610001" } });
      console.log(data?.domain);
    `,
  },
  {
    title: "Redocly generate-client, from our document",
    packages: [],
    generate: async (folder) => {
      const { ok, stderr } = await redocly(["generate-client", document, "--output", join(folder, "made/client.ts")]);
      if (!ok) throw new Error(stderr);
    },
    program: ({ origin }) => `
      import { configure, domains_get } from "./made/client.js";
      configure({ serverUrl: "${origin}", auth: { bearer: "token" } });
      const { domain } = await domains_get({ path: { domainId: "610001" } });
      console.log(domain);
    `,
  },
];
