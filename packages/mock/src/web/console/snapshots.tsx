import type { Hono } from "hono";
import { invalidRequest } from "../../contract/errors/rejection.ts";
import { snapshotLimit } from "../../contract/request/bodySize.ts";
import type { AccountState, SavedSnapshot } from "../../generated/control/schemas.ts";
import { jsonProblem } from "../../http/jsonProblem.ts";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { Confirm, type FieldProps, Form, type FormView, limitedTo } from "./components/forms.tsx";
import { type Column, linkTo, Table } from "./components/table.tsx";
import { Moment } from "./components/text.tsx";
import { accountIn, accountPath, addPage } from "./page.tsx";

const nameField: FieldProps = {
  name: "name",
  label: "Name",
  hint: "No slashes and no leading dot. Replaces a snapshot with the same name.",
  required: true,
  maxlength: 100,
};
const fileField: FieldProps = { name: "file", label: "File", hint: "a downloaded snapshot", type: "file", accept: ".json", required: true };

const path = `${accountPath}/snapshots` as const;
const restored = "The account’s state was replaced with the snapshot.";

export function addSnapshots(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, path, {
    section: "snapshots",
    limit: limitedTo(snapshotLimit, "The file is larger than 512 MiB, the maximum size of a snapshot."),
    actions: {
      save: {
        run: ({ accountId, typed }) => control.snapshots.create(accountId, typed["name"]?.trim() ?? ""),
        notice: "The snapshot was saved.",
        fields: ["name"],
      },
      restore: { run: ({ accountId, typed }) => control.snapshots.restore(accountId, typed["name"] ?? ""), notice: restored },
      delete: {
        run: ({ accountId, typed }) => control.snapshots.delete(accountId, typed["name"] ?? ""),
        notice: "The saved snapshot was deleted.",
      },
      upload: {
        run: async ({ accountId, form }) => control.restore(accountId, await stateIn(form["file"])),
        notice: restored,
        fields: ["file"],
      },
    },
    render: async (view) => {
      const saved = await control.snapshots.list(view.accountId);
      const children = (
        <>
          <p>
            A snapshot contains all of the account’s data: records, associations, emails, the outbox and more. It does not include the
            account’s credentials or clock, and restoring it does not change them.
          </p>
          <section class="card">
            <h2>Save the current state</h2>
            <Form view={view} action="save" button="Save" kind="primary" fields={[nameField]} />
            <a href={`${view.path}/current`} download="">
              Download the current state
            </a>
          </section>
          <Table
            caption="Saved snapshots"
            columns={columnsOf(view)}
            items={saved}
            empty="No saved snapshots. Save one before a test, to restore it later or to see what the test changed."
          />
          <section class="card">
            <h2>Restore from a file</h2>
            <Form view={view} action="upload" button="Restore" kind="danger" fields={[fileField]} enctype="multipart/form-data">
              <label class="choice">
                <input type="checkbox" required />
                <span>Replace all of the account’s current data</span>
              </label>
            </Form>
          </section>
        </>
      );
      return { title: "Snapshots", children };
    },
  });
  app.get(`${path}/current`, async (context) => {
    const accountId = accountIn(context);
    return attachment(`account ${accountId}`, await control.snapshot(accountId));
  });
  app.get(`${path}/download`, async (context) => {
    const accountId = accountIn(context);
    const name = context.req.query("name") ?? "";
    return attachment(`account ${accountId} ${name}`, await control.snapshots.get(accountId, name));
  });
}

function columnsOf(view: FormView): Column<SavedSnapshot>[] {
  const form = (name: string, button: "Restore" | "Delete") => ({
    view: { ...view, attempt: undefined },
    action: button.toLowerCase(),
    button,
    buttonName: `${button} ${name}`,
    hidden: { name },
  });
  return [
    { title: "Name", cell: ({ name }) => <bdi>{name}</bdi> },
    { title: "Saved", cell: ({ savedAt }) => <Moment at={savedAt} /> },
    { title: "Size", class: "number", cell: ({ size }) => sizeInWords(size) },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ name }) => (
        <div class="actions">
          <a class="button small" href={linkTo(`${view.path}/differences`, { from: name })} aria-label={`Compare ${name}`}>
            Compare
          </a>
          <a class="button small" href={linkTo(`${view.path}/download`, { name })} aria-label={`Download ${name}`}>
            Download
          </a>
          <Confirm {...form(name, "Restore")}>Replaces all of the account’s current data. Its credentials and clock do not change.</Confirm>
          <Confirm {...form(name, "Delete")}>Deletes the saved snapshot. The account does not change.</Confirm>
        </div>
      ),
    },
  ];
}

function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** @throws Rejection when the file is not JSON. The control API validates the state. */
async function stateIn(file: unknown): Promise<AccountState> {
  if (!(file instanceof File) || file.size === 0) throw invalidRequest([{ in: "file", code: "required", message: "Choose a file first." }]);
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch {
    const message = `The file is not JSON: ${jsonProblem(text)}. Use a snapshot that was downloaded here.`;
    throw invalidRequest([{ in: "file", code: "format", message }]);
  }
}

function attachment(name: string, content: unknown): Response {
  return new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: { "content-type": "application/json", "cache-control": "no-store", "content-disposition": disposition(name) },
  });
}

/** Contains a plain file name (RFC 6266), and the full name for clients that support it (RFC 8187). */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}.json"; filename*=UTF-8''${whole}.json`;
}
