/** pnpm screenshots: takes the pictures of the README anew, of what is built. */
import { join } from "node:path";
import { openBrowser } from "../browser/browser.ts";
import { readWords, runCommand } from "../commandLine.ts";
import { runTasks } from "../commands/turbo.ts";

const root = join(import.meta.dirname, "../..");

async function main(): Promise<number> {
  readWords("Usage: npx pnpm screenshots", {});
  if ((await runTasks(["build", "reference"], "--output-logs=errors-only")) !== 0) return 1;
  await takePictures();
  return 0;
}

async function takePictures(): Promise<void> {
  // Loaded late: before the build there may be nothing to load.
  const { addDemoAccount, createMock, serveMock } = await import("@crm-platform/mock");
  const { showStory } = await import("./story.ts");

  const mock = await createMock();
  await addDemoAccount(mock);
  const server = await serveMock({ mock, port: 0 });
  // Whatever a page would ask elsewhere finds nobody.
  const { browser, close } = await openBrowser("http://127.0.0.1:9");
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, reducedMotion: "reduce" });
    await showStory(mock, server.url);
    for (const [name, path] of Object.entries({ console: "/console", reference: "/docs/" })) {
      await page.goto(server.url + path);
      await page.screenshot({ path: join(root, `tools/screenshots/${name}.png`) });
      console.log(`tools/screenshots/${name}.png`);
    }
  } finally {
    await close();
    await server.close();
    await mock.close();
  }
}

await runCommand(main);
