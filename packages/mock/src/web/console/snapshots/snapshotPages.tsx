import type { Refusal } from "../../../contract/errors/refusal.ts";
import type { SavedSnapshot } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { Field, problemWith, Refused, type Typed } from "../components/forms.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Moment } from "../components/text.tsx";

/** What a form could not do. */
export interface Attempt {
  readonly form: "save" | "upload";
  readonly refusal: Refusal;
  readonly typed: Typed;
}

export interface SnapshotsPageProps {
  readonly path: string;
  readonly saved: readonly SavedSnapshot[];
  readonly attempt: Attempt | undefined;
}

export function SnapshotsPage({ path, saved, attempt }: SnapshotsPageProps): Markup {
  return (
    <>
      <p>
        A snapshot is everything that the account holds: records, associations, emails, its outbox and more. Credentials and the clock are
        not in it, and stay when one is restored.
      </p>
      <SaveForm path={path} attempt={attempt?.form === "save" ? attempt : undefined} />
      {saved.length === 0 ? (
        <p class="empty">No snapshot is saved yet.</p>
      ) : (
        <Table caption="Saved snapshots" columns={columnsOf(path)} items={saved} />
      )}
      <UploadForm path={path} attempt={attempt?.form === "upload" ? attempt : undefined} />
    </>
  );
}

interface FormProps {
  readonly path: string;
  readonly attempt: Attempt | undefined;
}

function SaveForm({ path, attempt }: FormProps) {
  return (
    <section class="card" aria-labelledby="save">
      <h2 id="save">Save the present state</h2>
      <Refused refusal={attempt?.refusal} beside={["name"]} />
      <form class="row" method="post" action={path}>
        <Field
          id="name"
          label="Name"
          hint="No slash, and no dot at its beginning. What has it already is replaced."
          problem={problemWith(attempt?.refusal, "name")}
        >
          {(described) => (
            <input name="name" required maxlength={100} autocomplete="off" value={attempt?.typed["name"] ?? ""} {...described} />
          )}
        </Field>
        <button type="submit" class="primary">
          Save
        </button>
        <a class="button" href={`${path}/present`} download="">
          Download the present state
        </a>
      </form>
    </section>
  );
}

function columnsOf(path: string): Column<SavedSnapshot>[] {
  return [
    { title: "Name", cell: ({ name }) => <bdi>{name}</bdi> },
    { title: "Saved", cell: ({ savedAt }) => <Moment at={savedAt} /> },
    { title: "Size", isNumber: true, cell: ({ size }) => sizeInWords(size) },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ name }) => (
        <div class="actions">
          {(["restore", "download", "delete"] as const).map((action) => (
            <a class="button small" href={`${path}/${action}?name=${encodeURIComponent(name)}`} aria-label={`${labels[action]}: ${name}`}>
              {labels[action]}
            </a>
          ))}
        </div>
      ),
    },
  ];
}

const labels = { restore: "Restore", download: "Download", delete: "Delete" } as const;

function UploadForm({ path, attempt }: FormProps) {
  return (
    <section class="card" aria-labelledby="upload">
      <h2 id="upload">Restore from a file</h2>
      <Refused refusal={attempt?.refusal} beside={["file"]} />
      <form method="post" action={`${path}/upload`} enctype="multipart/form-data">
        <Field id="file" label="File" hint="JSON as it is downloaded here" problem={problemWith(attempt?.refusal, "file")}>
          {(described) => <input type="file" name="file" accept=".json,application/json" required {...described} />}
        </Field>
        <p>
          <label class="choice">
            <input type="checkbox" required />
            <span>Replace all that the account holds now</span>
          </label>
        </p>
        <button type="submit" class="danger">
          Restore
        </button>
      </form>
    </section>
  );
}

export interface ConfirmPageProps {
  readonly path: string;
  readonly snapshot: SavedSnapshot;
  readonly action: "restore" | "delete";
}

/** Asks once more, because what is replaced or deleted is gone. */
export function ConfirmPage({ path, snapshot, action }: ConfirmPageProps): Markup {
  return (
    <section class="card">
      <p>
        <strong>
          <bdi>{snapshot.name}</bdi>
        </strong>
        , saved at <Moment at={snapshot.savedAt} />, {sizeInWords(snapshot.size)}
      </p>
      <p>
        {action === "restore"
          ? "Everything that the account holds now is replaced by what it held then. Its credentials and its clock stay."
          : "The saved snapshot goes. The account stays as it is."}
      </p>
      <form class="actions" method="post" action={`${path}/${action}`}>
        <input type="hidden" name="name" value={snapshot.name} />
        <button type="submit" class="danger">
          {action === "restore" ? "Restore it" : "Delete it"}
        </button>
        <a class="button" href={path}>
          Leave it
        </a>
      </form>
    </section>
  );
}

function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
