import { raw } from "hono/html";
import type { Facts } from "./facts.ts";
import { Frame } from "./frame.tsx";
import type { GuideText } from "./markdown.ts";
import type { Markup } from "./tables/table.tsx";
import { tables } from "./tables/tables.tsx";

export interface GuideProps {
  readonly file: string;
  readonly guide: GuideText;
  readonly facts: Facts;
}

/** A guide as a page: its text, and the tables that it names. @throws Error for a table that there is not */
export function Guide({ file, guide: { title, summary, parts, sections }, facts }: GuideProps): Markup {
  const headings = sections.filter(({ depth }) => depth === 2).map(({ anchor, heading }) => ({ anchor, text: heading }));
  return (
    <Frame file={file} title={title} description={summary} headings={headings}>
      <article class="guide">
        {parts.map((part) => {
          if ("html" in part) return raw(part.html);
          const table = tables[part.table];
          if (table === undefined) throw new Error(`${file} names a table that there is not: ${part.table}.`);
          return table(facts);
        })}
      </article>
    </Frame>
  );
}
