import { projectWith } from "./projects.ts";
import { run, type Served, serve } from "./run.ts";
import type { Stage } from "./stage.ts";

/** The mock of a project that users would have, with the account of the examples. */
export interface RunningMock {
  /** The project; all three packages are installed in it. */
  readonly project: string;
  readonly url: string;
  /** Of the account of the examples. */
  readonly accessToken: string;
  end(): Promise<void>;
}

/** Installs all packages in a project. @throws Error when they cannot be installed */
export function installMock(stage: Stage): Promise<string> {
  return projectWith(stage, "mock", "module", ["@crm-platform/types", "@crm-platform/client", "@crm-platform/mock"]);
}

/** What `npx crm-platform-mock` does, but that nothing is looked for elsewhere when it is not there. */
const program = ["npm", "exec", "--no", "--", "crm-platform-mock"];

/** Starts the installed mock by its program. @throws ProgramError when it does not start */
export async function startMock({ signal }: Stage, project: string): Promise<RunningMock> {
  const options = { folder: project, signal };
  const help = await run([...program, "--help"], options);
  if (!help.includes("crm-platform-mock start")) throw new Error(`crm-platform-mock --help does not tell how to start it:\n${help}`);
  const { found: url, end }: Served = await serve([...program, "start", "--port", "0", "--demo"], /^ready (.+)$/m, options);
  return { project, url, accessToken: "story-access-token-4815162", end };
}

/** Looks at the sites that the installed mock serves, and at all that their first pages lead to. @throws Error with what is missing */
export async function checkSites({ url }: RunningMock): Promise<void> {
  const problems = (await Promise.all(["/docs/", "/console"].map((path) => checkPage(new URL(path, url))))).flat();
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

async function checkPage(address: URL): Promise<string[]> {
  const page = await fetch(address);
  const html = await page.text();
  if (!page.ok || !page.headers.get("content-type")?.startsWith("text/html")) return [`${address.pathname} is no page: ${page.status}`];
  const links = [...html.matchAll(/\s(?:href|src)="([^"#]+)/g)].map(([, link = ""]) => new URL(link.replaceAll("&amp;", "&"), page.url));
  const here = [...new Set(links.filter(({ origin }) => origin === address.origin).map(({ href }) => href))];
  if (!here.some((link) => new URL(link).pathname.endsWith(".css"))) return [`${address.pathname} has no style`];
  const answers = here.map(async (link) => ({ link, status: (await fetch(link)).status }));
  return (await Promise.all(answers)).flatMap(({ link, status }) =>
    status < 400 ? [] : [`${address.pathname} leads to ${link}: ${status}`],
  );
}
