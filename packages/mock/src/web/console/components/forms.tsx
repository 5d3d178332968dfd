import type { Context, MiddlewareHandler } from "hono";
import type { Child, JSX } from "hono/jsx";
import type { BodyData } from "hono/utils/body";
import { Rejection } from "../../../contract/errors/rejection.ts";
import { smallBodyLimit } from "../../../contract/request/bodySize.ts";
import { readStream } from "../../../http/readStream.ts";
import type { Markup } from "../../html.ts";

/** The values of a form. A name that occurs several times has a list of values. */
export type FormBody = BodyData<{ all: true }>;

/** The text values of a form. If a name occurs several times, its last value is used. */
export type Typed = Readonly<Record<string, string>>;

/** A rejected form, which is shown again with the problems. */
export interface Attempt {
  readonly action: string;
  readonly form: FormBody;
  readonly typed: Typed;
  readonly error: Rejection;
}

export interface FormView {
  readonly path: string;
  readonly attempt: Attempt | undefined;
}

/** Replaces Hono's `bodyLimit`, which creates a new `Request` for a chunked body. The server's own request class does not support that. */
export function limitedTo(maxBytes: number, message: string): MiddlewareHandler {
  return async ({ req }, next) => {
    const { url, method, headers, body } = req.raw;
    const length = headers.get("content-length");
    if (Number(length) > maxBytes) throw new Rejection("PAYLOAD_TOO_LARGE", message);
    if (length === null && body) req.raw = new Request(url, { method, headers, body: await readAtMost(body, maxBytes, message) });
    await next();
  };
}

function readAtMost(body: ReadableStream<Uint8Array>, maxBytes: number, message: string): Promise<Uint8Array<ArrayBuffer>> {
  let size = 0;
  return readStream(body, (bytes) => {
    size += bytes;
    if (size > maxBytes) throw new Rejection("PAYLOAD_TOO_LARGE", message);
  });
}

export const formLimit: MiddlewareHandler = limitedTo(smallBodyLimit, "The form is larger than 64 KiB.");

export async function formOf({ req }: Context): Promise<FormBody> {
  try {
    return await req.parseBody({ all: true });
  } catch (error) {
    if (error instanceof TypeError) throw new Rejection("VALIDATION_ERROR", "The body is not a form.");
    throw error;
  }
}

export function typedIn(form: FormBody): Typed {
  return Object.fromEntries(
    Object.keys(form).flatMap((name) =>
      textsIn(form, name)
        .slice(-1)
        .map((text) => [name, text]),
    ),
  );
}

export function textsIn(form: FormBody, name: string): string[] {
  return [form[name] ?? []].flat().filter((value) => typeof value === "string");
}

/** Returns the origin that the browser sees, even behind a TLS-terminating proxy. */
export function originOf({ req }: Context): string {
  return req.header("origin") ?? new URL(req.url).origin;
}

/** Returns `undefined` for an empty field. Text that is not a number is returned unchanged, so that the control API rejects it. */
export function numberTyped(text: string | undefined): number | string | undefined {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return undefined;
  return /^-?\d+(\.\d+)?(e\+?\d+)?$/i.test(trimmed) ? Number(trimmed) : trimmed;
}

export function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== "")) as never;
}

export type Options = readonly (readonly [value: string, text: string])[];

export interface FieldProps extends Omit<JSX.IntrinsicElements["input"], "value"> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The field of the control API whose problems are shown here. Default: `name`. */
  readonly of?: string;
  readonly value?: string | number | undefined;
  readonly options?: Options;
  /** Whether the text can contain line breaks. */
  readonly multiline?: boolean;
  /** The number of lines that are visible at first. */
  readonly rows?: number;
}

/** After a rejection, the field contains the submitted value and shows its problem. */
export function Field({ attempt, ...props }: FieldProps & { readonly attempt?: Attempt | undefined }): Markup {
  const { name, id = name, label, hint, of = name, value, options, multiline, rows = 1, ...attributes } = props;
  const problem = attempt && problemWith(attempt.error, of);
  const describedBy = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`].join(" ").trim();
  const described = given({ id, "aria-describedby": describedBy, "aria-invalid": problem === undefined ? undefined : "true" });
  // A secret is not sent back.
  const shown = attributes.type === "password" ? undefined : (attempt?.typed[name] ?? value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {options ? (
        <select name={name} {...described}>
          {options.map(([option, text]) => (
            <option value={option} selected={option === shown}>
              {text}
            </option>
          ))}
        </select>
      ) : multiline ? (
        <textarea name={name} rows={rows} {...described}>
          {/* Browsers drop the first line break of a textarea. */}
          {`\n${shown ?? ""}`}
        </textarea>
      ) : (
        <input name={name} autocomplete="off" value={shown} {...attributes} {...described} />
      )}
      {problem !== undefined && (
        <span class="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  );
}

/** The message is shown beside the field, so it omits the field's name. */
function problemWith(error: Rejection, field: string): string | undefined {
  const message = error.problems.find((problem) => problem.in === field)?.message;
  if (!message?.startsWith(`${field} must `)) return message;
  return `It ${message.slice(field.length + 1)}${message.endsWith("?") ? "" : "."}`;
}

export interface FormProps {
  readonly view: FormView;
  readonly action: string;
  /** `buttonName` is the button's name for screen readers if several buttons have the same label. */
  readonly button: string;
  readonly buttonName?: string;
  readonly kind?: "primary" | "danger" | "small" | "small danger";
  readonly fields?: readonly FieldProps[];
  readonly hidden?: Readonly<Record<string, string>>;
  readonly enctype?: "multipart/form-data";
  readonly children?: Child;
}

/** Without fields, the form is only a button. */
export function Form({ view, action, button, buttonName, kind, fields = [], hidden = {}, enctype, children }: FormProps): Markup {
  const attempt = view.attempt?.action === action ? view.attempt : undefined;
  return (
    <form method="post" action={view.path} enctype={enctype}>
      <HiddenFields fields={Object.entries({ action, ...hidden })} />
      {children}
      {fields.length > 0 && (
        <div class="row">
          {fields.map((field) => (
            <Field {...field} id={`${action}-${field.name}`} attempt={attempt} />
          ))}
        </div>
      )}
      <button type="submit" class={kind} aria-label={buttonName}>
        {button}
      </button>
    </form>
  );
}

export function Confirm({ children, ...form }: FormProps): Markup {
  return (
    <details class="confirm">
      <summary aria-label={form.buttonName}>{form.button}…</summary>
      <Form kind="danger" {...form}>
        <p>{children}</p>
      </Form>
    </details>
  );
}

export function HiddenFields({ fields }: { readonly fields: Iterable<readonly [name: string, value: string]> }): Markup {
  return (
    <>
      {[...fields].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

export interface ChoicesProps {
  readonly legend: string;
  readonly hint?: string;
  readonly type: "checkbox" | "radio";
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly text: Child; readonly hint?: string | undefined }[];
  readonly chosen: readonly string[];
}

export function Choices({ legend, hint, type, name, options, chosen }: ChoicesProps): Markup {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <div class="choices">
        {options.map(({ value, text, hint: hintOfOption }) => (
          <label class="choice">
            <input type={type} name={name} value={value} checked={chosen.includes(value)} />
            <span>
              {text}
              <span class="hint">{hintOfOption}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A rejected snapshot may have hundreds of problems. */
const maxProblems = 20;

/** @param beside the control API's fields whose problems are shown beside the form's fields */
export function Problems({ error, beside }: { readonly error: Rejection; readonly beside: readonly string[] }): Markup {
  const others = error.problems.filter((problem) => !beside.includes(problem.in));
  const summary = others.length > 0 ? "Nothing was changed:" : "Nothing was changed. The problems are shown beside the fields.";
  const more = others.length - maxProblems;
  return (
    <div role="alert">
      <p>{error.problems.length === 0 ? error.message : summary}</p>
      {others.length > 0 && (
        <ul>
          {others.slice(0, maxProblems).map(({ message }) => (
            <li>{message}</li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </div>
  );
}
