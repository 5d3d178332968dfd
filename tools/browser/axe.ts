import axe from "axe-core";
import type { Page } from "playwright-core";

/** Of the rules that are on by default, those about colors. */
const colorRules = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** What a program that knows the rules of accessibility finds wrong with a page as it stands, a line each. */
export async function accessibilityProblems(page: Page, { only }: { readonly only?: "color" } = {}): Promise<string[]> {
  // By evaluation, not as a script of the page: our pages let no foreign script in.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    only === "color" ? `axe.run({ runOnly: ${JSON.stringify(colorRules)} })` : "axe.run()",
  )) as AxeReport;
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
}

interface AxeReport {
  readonly violations: readonly { readonly id: string; readonly help: string; readonly nodes: readonly { readonly html: string }[] }[];
}
