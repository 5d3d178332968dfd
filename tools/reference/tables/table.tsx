import type { Child } from "hono/jsx";
import type { HtmlEscapedString } from "hono/utils/html";
import { isOperationId, type OperationFacts, operationHref } from "../facts.ts";

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface Row {
  readonly id?: string;
  /** The row is hidden when this evidence grade is not selected. */
  readonly grade?: string;
  /** The first cell names the row. */
  readonly cells: readonly Child[];
}

export interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly Row[];
}

/** A table that is wider than the screen can be scrolled with the pointer or the keyboard. */
export function Table({ caption, head, rows }: TableProps): Markup {
  return (
    <figure class="table" tabindex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, grade, cells: [first, ...others] }) => (
            <tr id={id} data-grade={grade}>
              <th scope="row">{first}</th>
              {others.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Text between backticks becomes code, in which an operationId becomes a link. */
export function Prose({ text }: { readonly text: string }): Markup {
  return <>{text.split("`").map((piece, index) => (index % 2 === 1 ? <Code text={piece} /> : piece))}</>;
}

function Code({ text }: { readonly text: string }) {
  const code = <code>{text}</code>;
  return isOperationId(text) ? <a href={operationHref(text)}>{code}</a> : code;
}

export function OperationLink({ operation }: { readonly operation: OperationFacts }): Markup {
  return (
    <a href={operation.href}>
      <code>{operation.id}</code>
    </a>
  );
}

export function Lines({ of }: { readonly of: readonly Child[] }): Markup {
  return (
    <>
      {of.map((child, index) => (
        <>
          {index > 0 && <br />}
          {child}
        </>
      ))}
    </>
  );
}

const colors: Readonly<Record<string, string>> = { described: "good", documented: "accent", observed: "warning" };

export function Grade({ grade }: { readonly grade: string }): Markup {
  return <span class={`badge ${colors[grade] ?? ""}`}>{grade}</span>;
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export function Day({ date }: { readonly date: string }): Markup {
  return <time datetime={date}>{day.format(new Date(date))}</time>;
}
