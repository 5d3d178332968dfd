import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import type { Child } from "hono/jsx";
import type { BodyData } from "hono/utils/body";
import { Refusal, statusOfCategory } from "../../../contract/errors/refusal.ts";
import { smallBodyLimit } from "../../../contract/request/bodySize.ts";
import { readStream } from "../../../http/readStream.ts";
import type { Markup } from "../../html.ts";

/** What was typed into a form, by the names of its fields; a page shows it again beside what is wrong with it. */
export type Typed = Readonly<Record<string, string>>;

/**
 * Rejects a body larger than the limit. Not Hono's `bodyLimit`: for a chunked body it makes a `Request` of the one that came,
 * and the server's own kind of request cannot be copied that way.
 */
export function limitedTo(maxBytes: number, message: string): MiddlewareHandler {
  return async ({ req }, next) => {
    const { url, method, headers, body } = req.raw;
    const length = headers.get("content-length");
    if (Number(length) > maxBytes) throw new Refusal("PAYLOAD_TOO_LARGE", message);
    if (length === null && body) req.raw = new Request(url, { method, headers, body: await readAtMost(body, maxBytes, message) });
    await next();
  };
}

function readAtMost(body: ReadableStream<Uint8Array>, maxBytes: number, message: string): Promise<Uint8Array<ArrayBuffer>> {
  let size = 0;
  return readStream(body, (bytes) => {
    size += bytes;
    if (size > maxBytes) throw new Refusal("PAYLOAD_TOO_LARGE", message);
  });
}

/** For every form without a file. */
export const formLimit: MiddlewareHandler = limitedTo(smallBodyLimit, "The form is larger than 64 KiB.");

/** All that a form has, files too; several values of one name are a list. */
export type FormBody = BodyData<{ all: true }>;

/** The texts of a form that was sent; of several for one name the last. @throws Refusal for what is no form */
export async function typedIn({ req }: Context): Promise<Typed> {
  const fields = Object.entries(await formOf(req)).map(([name, value]) => [name, [value].flat().at(-1)]);
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === "string"));
}

/** @throws Refusal for what is no form */
export async function formOf(req: HonoRequest): Promise<FormBody> {
  try {
    return await req.parseBody({ all: true });
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal("VALIDATION_ERROR", "What was sent is not a form.");
    throw error;
  }
}

/** Where the browser that sends a form has the mock: also behind what takes the encryption off. */
export function originOf({ req }: Context): string {
  return req.header("origin") ?? new URL(req.url).origin;
}

/** Does what a form asks for. Resolves to why it cannot be done, so that the page can say it; `undefined` when it is done. */
export async function refusalOf(work: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The status of a page that shows a form again. */
export function statusOf(refusal: Refusal | undefined): number {
  return refusal === undefined ? 200 : statusOfCategory[refusal.category];
}

/** A number as it was typed, or the text itself, which whoever checks it refuses; `undefined` for an empty field. */
export function numberTyped(text: string | undefined): number | string | undefined {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return undefined;
  return /^-?\d+(\.\d+)?(e\+?\d+)?$/i.test(trimmed) ? Number(trimmed) : trimmed;
}

/**
 * What is wrong with one field, beside which it stands, so that it need not name it; `undefined` when nothing is.
 * @param field as the control API calls it, which nobody reads on the page
 */
export function problemWith(refusal: Refusal | undefined, field: string): string | undefined {
  const message = refusal?.problems.find((problem) => problem.in === field)?.message;
  if (!message?.startsWith(`${field} must `)) return message;
  return `It ${message.slice(field.length + 1)}${message.endsWith("?") ? "" : "."}`;
}

export interface FieldProps {
  /** Different from those of all other fields of the page. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  /** The field itself: gets what tells a screen reader of its hint and its problem. */
  readonly children: (described: Described) => Child;
}

export interface Described {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: "true";
}

/** A field with its label, its hint, and what is wrong with what was typed into it. */
export function Field({ id, label, hint, problem, children }: FieldProps): Markup {
  const describedBy = [...(hint === undefined ? [] : [`${id}-hint`]), ...(problem === undefined ? [] : [`${id}-problem`])];
  const described: Described = {
    id,
    ...(describedBy.length > 0 ? { "aria-describedby": describedBy.join(" ") } : {}),
    ...(problem === undefined ? {} : { "aria-invalid": "true" }),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children(described)}
      {problem !== undefined && (
        <span class="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  );
}

export interface SelectProps {
  readonly name: string;
  /** The value of each option, and what people read. */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen: string | undefined;
  readonly described?: Partial<Described>;
}

/** A list to choose one value from. */
export function Select({ name, options, chosen, described }: SelectProps): Markup {
  return (
    <select name={name} {...described}>
      {options.map(([value, text]) => (
        <option value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** So many problems of a form are listed; a snapshot may have hundreds. */
const maxShown = 20;

/**
 * Why a form could not do what it was sent for.
 * @param beside the fields, as the control API calls them, that tell their problems themselves
 */
export function Refused({
  refusal,
  beside = [],
}: {
  readonly refusal: Refusal | undefined;
  readonly beside?: readonly string[];
}): Markup | null {
  if (!refusal) return null;
  const others = refusal.problems.filter((problem) => !beside.includes(problem.in));
  const more = others.length - maxShown;
  return (
    <div role="alert">
      <p>{summaryOf(refusal, others.length)}</p>
      {others.length > 0 && (
        <ul>
          {others.slice(0, maxShown).map(({ message }) => (
            <li>{message}</li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </div>
  );
}

function summaryOf(refusal: Refusal, listed: number): string {
  if (refusal.problems.length === 0) return refusal.message;
  return listed > 0 ? "Nothing was changed. This is wrong:" : "Nothing was changed. What is wrong stands beside the field.";
}
