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

/** @throws Error for an unknown table */
export function Guide({ file, guide: { title, summary, parts, headings }, facts }: GuideProps): Markup {
  return (
    <Frame file={file} title={title} description={summary} headings={headings}>
      <article class="guide">
        {parts.map((part) => {
          if ("html" in part) return raw(part.html);
          const table = tables[part.table];
          if (table === undefined) throw new Error(`Unknown table in ${file}: ${part.table}.`);
          return table(facts);
        })}
      </article>
    </Frame>
  );
}
