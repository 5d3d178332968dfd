import type { Child } from "hono/jsx";
import type { Heading } from "./markdown.ts";
import { groups, neighbors, type Page, type PageGroup } from "./pages.ts";
import type { Markup } from "./tables/table.tsx";
import { usualAddress } from "./usualAddress.ts";

export interface FrameProps {
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly headings?: readonly Heading[];
  readonly children?: Child;
}

/** The frame of every page except the API page. Links are relative, so the site works at any address and from the file system. */
export function Frame({ file, title, description, headings = [], children }: FrameProps): Markup {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={description} />
        <title>{`${title} – CRM Platform reference`}</title>
        <link rel="icon" href="icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="style.css" />
        <link rel="stylesheet" href="reference.css" />
        {/* This is a classic script, because browsers do not load modules from the file system. */}
        <script defer src="site.js" />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Top file={file} />
        <div class="with-sidebar">
          <Sidebar file={file} headings={headings} />
          <main id="main" tabindex={-1}>
            <WithoutScript />
            {children}
            <Neighbors file={file} />
          </main>
        </div>
      </body>
    </html>
  );
}

/** The site's script adds the search. */
export function Top({ file }: { readonly file: string }): Markup {
  return (
    <header class="top">
      <a class="brand" href="index.html">
        CRM Platform
      </a>
      <nav aria-label="Product">
        <a href="index.html" aria-current={file === "api.html" ? undefined : "true"}>
          Reference
        </a>
        <a href="api.html" aria-current={file === "api.html" ? "true" : undefined}>
          API
        </a>
        <a href="index.html#console" data-mock="/console">
          Console
        </a>
      </nav>
      <div id="search" class="search" />
    </header>
  );
}

/** The site's script replaces the default address in examples and links. Without JavaScript, this notice explains the address. */
export function WithoutScript({ children }: { readonly children?: Child }): Markup {
  return (
    <noscript>
      <p class="notice">
        {children}
        Examples and links use <code>{usualAddress}</code>, the default address of <code>npx pnpm start</code>. If your mock has another
        address, replace it.
      </p>
    </noscript>
  );
}

/** The site's script initially closes the sidebar on small screens. */
function Sidebar({ file, headings }: Required<Pick<FrameProps, "file" | "headings">>) {
  return (
    <nav class="sidebar" aria-label="Pages">
      <details open>
        <summary>All pages</summary>
        {groups.map((group) => (
          <Group group={group} file={file} headings={headings} />
        ))}
      </details>
    </nav>
  );
}

interface GroupProps {
  readonly group: PageGroup;
  readonly file: string;
  readonly headings: readonly Heading[];
}

function Group({ group: { title, pages }, file, headings }: GroupProps) {
  return (
    <>
      <p class="group">{title}</p>
      <ul>
        {pages.map((page) => (
          <li>
            <a href={page.file} aria-current={page.file === file ? "page" : undefined}>
              {page.title}
            </a>
            {page.file === file && headings.length > 0 && (
              <ul class="sections">
                {headings.map(({ anchor, text }) => (
                  <li>
                    <a href={`#${anchor}`}>{text}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Neighbors({ file }: { readonly file: string }) {
  const { previous, next } = neighbors(file);
  const link = (page: Page | undefined, rel: "prev" | "next", label: string) =>
    page && (
      <a class={rel} href={page.file} rel={rel}>
        <small>{label}</small>
        {page.title}
      </a>
    );
  return (
    <nav class="neighbors" aria-label="Previous and next page">
      {link(previous, "prev", "Previous")}
      {link(next, "next", "Next")}
    </nav>
  );
}
