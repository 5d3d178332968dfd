import type { Child } from "hono/jsx";
import type { Markup } from "./html.ts";

export interface LayoutProps {
  readonly title: string;
  /** `undefined` for pages that belong to neither site, such as the consent page. */
  readonly site?: "reference" | "console";
  readonly sidebar?: Child;
  /** Style sheets in `assets/`, in addition to `style.css`. */
  readonly styles?: readonly string[];
  /** Scripts in `assets/`. Pages work without them. */
  readonly scripts?: readonly string[] | undefined;
  readonly children?: Child;
}

const sites = [
  { site: "reference", href: "/docs/", text: "Reference" },
  { site: "console", href: "/console", text: "Console" },
] as const;

export function Layout({ title, site, sidebar, styles = [], scripts = [], children }: LayoutProps): Markup {
  const main = (
    <main id="main" tabindex={-1}>
      {children}
    </main>
  );
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – CRM Platform`}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/style.css" />
        {site && <script src="/assets/theme.js" />}
        {styles.map((file) => (
          <link rel="stylesheet" href={`/assets/${file}`} />
        ))}
        {scripts.map((file) => (
          <script type="module" src={`/assets/${file}`} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="top">
          <span class="brand">CRM Platform</span>
          {site && (
            <nav aria-label="Product">
              {sites.map(({ site: other, href, text }) => (
                <a href={href} aria-current={other === site ? "true" : undefined}>
                  {text}
                </a>
              ))}
            </nav>
          )}
        </header>
        {sidebar === undefined ? (
          main
        ) : (
          <div class="with-sidebar">
            {sidebar}
            {main}
          </div>
        )}
      </body>
    </html>
  );
}
