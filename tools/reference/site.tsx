import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { build } from "esbuild";
import { apiPage } from "./api.tsx";
import { readFacts } from "./facts.ts";
import { Guide } from "./guide.tsx";
import { Landing } from "./landing.tsx";
import { readGuide } from "./markdown.ts";
import { guides } from "./pages.ts";
import { searchIndex } from "./search.ts";
import type { Markup } from "./tables/table.tsx";

export type Site = ReadonlyMap<string, string | Uint8Array>;

export async function makeSite(root: string): Promise<Site> {
  const facts = await readFacts(root);
  const texts = new Map(
    await Promise.all(
      guides.map(async ({ file }) => {
        const markdown = await readFile(join(root, "spec/guides", file.replace(/html$/, "md")), "utf8");
        return [file, readGuide(markdown)] as const;
      }),
    ),
  );
  const summaries = new Map([...texts].map(([file, { summary }]) => [file, summary]));
  const scripts = await bundleScripts(root);
  const api = await apiPage(root, facts, scripts.api);
  const pages = new Map([
    ["index.html", await page(<Landing facts={facts} summaries={summaries} />)],
    ...(await Promise.all(
      [...texts].map(async ([file, guide]) => [file, await page(<Guide file={file} guide={guide} facts={facts} />)] as const),
    )),
  ]);
  return new Map<string, string | Uint8Array>([
    ...pages,
    ["api.html", api.html],
    ["api.html.gz", await promisify(gzip)(api.html)],
    ["api.policy.txt", api.policy],
    ["site.js", scripts.site],
    ["search-index.js", searchIndex(facts, pages)],
    ...(await assets(root)),
  ]);
}

async function assets(root: string): Promise<[file: string, content: string][]> {
  const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");
  const [icon, style] = [await read("packages/mock/assets/icon.svg"), await read("packages/mock/assets/style.css")];
  const [reference, api] = [await read("tools/reference/assets/reference.css"), await read("tools/reference/assets/api.css")];
  return [
    ["icon.svg", icon],
    ["style.css", style],
    ["reference.css", reference],
    ["api.css", [...frameOf(style), ...frameOf(reference), api].join("\n")],
  ];
}

/** Selects the rules for the bar at the top. The other rules would interfere with Redoc's styles. */
function frameOf(style: string): string[] {
  const rules = style.replaceAll(/^\/\*.*\*\/\n/gm, "").split(/(?<=^\})\n/m);
  return rules.filter((rule) => /^\s*(:root|\.skip|\.top|\.brand|a\.brand|\.search|\.visually-hidden)\b/.test(rule));
}

async function page(markup: Markup): Promise<string> {
  return `<!doctype html>${await markup}\n`;
}

async function bundleScripts(root: string): Promise<{ readonly site: string; readonly api: string }> {
  const bundle = async (name: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [join(root, "tools/reference/browser", name)],
      bundle: true,
      minify: true,
      write: false,
      format: "iife",
      target: "es2022",
      legalComments: "inline",
    });
    return outputFiles[0]?.text ?? "";
  };
  const [site, api] = await Promise.all([bundle("site.ts"), bundle("api.ts")]);
  return { site, api: withoutRemoteLogo(api) };
}

/** The page must not load files from other hosts. Redoc cannot omit the logo below its menu, and browsers also load hidden images. */
function withoutRemoteLogo(script: string): string {
  const logo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
  if (!logo.test(script)) throw new Error("Redoc's script does not contain the URLs of its logo.");
  return script.replaceAll(logo, "icon.svg");
}
