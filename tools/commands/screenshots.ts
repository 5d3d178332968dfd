/** pnpm screenshots: builds the packages, and takes the README's screenshots. `pnpm version:packages` runs it for each release. */
import { join } from "node:path";
import { hasBrowser, openBrowser } from "../browser/browser.ts";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { sendSampleRequests } from "../sampleRequests.ts";
import { checkPort, defaultPort } from "./port.ts";
import { runTasks } from "./turbo.ts";

const folder = join(import.meta.dirname, "../screenshots");
const paths = { reference: "/docs/", console: "/console" };

await runCommand(async () => {
  readWords("Usage: npx pnpm screenshots", {});
  if (!hasBrowser) return { code: 0, stdout: "The screenshots were not updated, because they require Linux on x64.\n" };
  if ((await runTasks(["build", "reference"], { quiet: true })) !== 0) throw new SentenceError("The build failed; see the output above.");
  // The package is imported here, because it may not exist before the build.
  const { addDemoAccount, createMock, serveMock } = await import("@crm-platform/mock");
  const mock = await createMock();
  await addDemoAccount(mock);
  // The reference shows the port. If the default port is in use, any port will do.
  const port = await checkPort(defaultPort, "npx pnpm screenshots").then(
    () => defaultPort,
    () => 0,
  );
  const server = await serveMock({ mock, port });
  await sendSampleRequests(mock, server.url);
  const browser = await openBrowser(server.url);
  const page = await browser.newPage({ viewport: { width: 1024, height: 900 }, reducedMotion: "reduce" });
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(server.url + path);
    await page.screenshot({ path: join(folder, `${name}.png`) });
  }
  await browser.close();
  await server.close();
  await mock.close();
  return { code: 0, stdout: "Updated the screenshots in tools/screenshots/.\n" };
});
