import type { Context, Hono } from "hono";
import { invalidRequest, Refusal } from "../../../contract/errors/refusal.ts";
import { snapshotLimit } from "../../../contract/request/bodySize.ts";
import type { AccountState } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { formLimit, formOf, limitedTo, refusalOf, statusOf, typedIn } from "../components/forms.tsx";
import { accountIn, accountPath, addressOf, consolePage, done } from "../page.tsx";
import { type Attempt, ConfirmPage, SnapshotsPage } from "./snapshotPages.tsx";

/** What an account holds: to be saved, kept under a name, taken away as a file, and put back. */
export function addSnapshots(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
  const path = `${accountPath}/snapshots` as const;
  app.get(path, (context) => page(accountIn(context), parts));
  app.post(path, formLimit, async (context) => {
    const accountId = accountIn(context);
    const typed = await typedIn(context);
    const refusal = await refusalOf(() => control.snapshots.create(accountId, typed["name"]?.trim() ?? ""));
    return refusal ? page(accountId, parts, { form: "save", refusal, typed }) : done(context, pathOf(accountId), "snapshot-saved");
  });
  app.get(`${path}/present`, async (context) => {
    const accountId = accountIn(context);
    return attachment(`account ${accountId}`, await control.snapshot(accountId));
  });
  app.get(`${path}/download`, async (context) => {
    const accountId = accountIn(context);
    const name = context.req.query("name") ?? "";
    return attachment(`account ${accountId} ${name}`, await control.snapshots.get(accountId, name));
  });
  app.get(`${path}/restore`, (context) => confirmation(context, parts, "restore"));
  app.post(`${path}/restore`, formLimit, async (context) => {
    const accountId = accountIn(context);
    await control.snapshots.restore(accountId, (await typedIn(context))["name"] ?? "");
    return done(context, pathOf(accountId), "snapshot-restored");
  });
  app.get(`${path}/delete`, (context) => confirmation(context, parts, "delete"));
  app.post(`${path}/delete`, formLimit, async (context) => {
    const accountId = accountIn(context);
    await control.snapshots.delete(accountId, (await typedIn(context))["name"] ?? "");
    return done(context, pathOf(accountId), "snapshot-deleted");
  });
  const fileLimit = limitedTo(snapshotLimit, "The file is larger than 512 MiB, the largest snapshot that the mock takes.");
  app.post(`${path}/upload`, fileLimit, async (context) => {
    const accountId = accountIn(context);
    const { file } = await formOf(context.req);
    const refusal = await refusalOf(async () => control.restore(accountId, await stateIn(file)));
    return refusal ? page(accountId, parts, { form: "upload", refusal, typed: {} }) : done(context, pathOf(accountId), "snapshot-restored");
  });
}

async function page(accountId: number, { control }: Parts, attempt?: Attempt): Promise<Response> {
  const saved = await control.snapshots.list(accountId);
  const path = pathOf(accountId);
  const children = <SnapshotsPage path={path} saved={saved} attempt={attempt} />;
  return consolePage({ title: "Snapshots", current: path, accountId, children }, statusOf(attempt?.refusal));
}

/** @throws Refusal when there is no such snapshot */
async function confirmation(context: Context<Bindings>, parts: Parts, action: "restore" | "delete"): Promise<Response> {
  const accountId = accountIn(context);
  const name = context.req.query("name");
  const snapshot = (await parts.control.snapshots.list(accountId)).find((one) => one.name === name);
  if (!snapshot) throw new Refusal("OBJECT_NOT_FOUND", "There is no saved snapshot of this name.");
  const path = pathOf(accountId);
  const title = action === "restore" ? "Restore a snapshot" : "Delete a snapshot";
  return consolePage({ title, current: path, accountId, children: <ConfirmPage path={path} snapshot={snapshot} action={action} /> });
}

function pathOf(accountId: number): string {
  return addressOf(accountId, "snapshots");
}

/** The state in a file that was sent. What is wrong with it is for the control API to say. @throws Refusal when it is no JSON */
async function stateIn(file: unknown): Promise<AccountState> {
  if (!(file instanceof File) || file.size === 0) throw invalidRequest([{ in: "file", code: "required", message: "Choose a file first." }]);
  try {
    return JSON.parse(await file.text());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidRequest([{ in: "file", code: "format", message: "The file must be JSON. Take one that was downloaded here." }]);
  }
}

/** JSON that a browser keeps as a file. @param name in words; it may hold whatever a request has brought */
function attachment(name: string, content: unknown): Response {
  return new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: { "content-type": "application/json", "cache-control": "no-store", "content-disposition": disposition(name) },
  });
}

/** RFC 6266: a plain name for whoever reads nothing else, and the whole name beside it (RFC 8187). */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}.json"; filename*=UTF-8''${whole}.json`;
}
