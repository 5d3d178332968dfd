import axe from "axe-core";
import type { Page } from "playwright-core";

const colorRules = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** Sends axe to the browser once, instead of with the first check of each page. */
export async function loadAxeInEveryPage(page: Page): Promise<void> {
  await page.addInitScript({ content: axe.source });
}

/** Returns one line per violation. Checking color contrast is the slowest check; `only` skips all other checks. */
export async function accessibilityProblems(page: Page, colors: "with" | "without" | "only" = "with"): Promise<string[]> {
  // The pages' content security policy blocks scripts from other origins, but not code that the test evaluates.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const options = {
    with: {},
    without: { rules: Object.fromEntries(colorRules.values.map((rule) => [rule, { enabled: false }])) },
    only: { runOnly: colorRules },
  };
  // Of the enabled rules, only the one about audio and video uses preloaded files, and the pages contain neither.
  const all = { ...options[colors], resultTypes: ["violations"], preload: false };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(all)})`)) as AxeReport;
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
}

interface AxeReport {
  readonly violations: readonly { readonly id: string; readonly help: string; readonly nodes: readonly { readonly html: string }[] }[];
}
