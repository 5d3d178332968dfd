import { OAuthRejection } from "../../contract/errors/rejection.ts";
import type { AccountContext, OpenContext } from "../../platform/context.ts";
import { hashOf } from "../../platform/ids.ts";
import type { App } from "../../store/documents/documents.ts";

interface ClientFields {
  readonly client_id: string;
  readonly client_secret: string;
}

/**
 * Authenticates the client before `work` checks the grant or the token, so that unknown clients obtain no information
 * about them.
 * @param enter the context's `enter` or, if `work` only reads, its `look`
 * @param work returns errors instead of throwing them, so that changes such as token revocations are committed
 */
export async function asClient<Result>(
  { client_id: clientId, client_secret: clientSecret }: ClientFields,
  enter: OpenContext["enter"],
  work: (app: App, context: AccountContext) => Promise<Result | OAuthRejection>,
): Promise<Result> {
  const result = await enter(clientId, async (context) => {
    const app = await context.store.documents.get("app", clientId);
    if (!app) return unknownClient();
    if (hashOf(clientSecret) !== app.clientSecretHash)
      return new OAuthRejection("invalid_client", "BAD_CLIENT_SECRET", "missing or invalid client secret");
    return { value: await work(app, context) };
  });
  if (result === undefined) throw unknownClient();
  if (result instanceof OAuthRejection) throw result;
  if (result.value instanceof OAuthRejection) throw result.value;
  return result.value;
}

/** Stores the client secret of an app from an older database, because it signs webhooks. */
export async function keepSecret(
  { client_id: clientId, client_secret: clientSecret }: ClientFields,
  app: App,
  { store }: AccountContext,
): Promise<void> {
  if (app.clientSecret === undefined) await store.documents.put("app", [{ key: clientId, document: { ...app, clientSecret } }]);
}

function unknownClient(): OAuthRejection {
  return new OAuthRejection("invalid_client", "BAD_CLIENT_ID", "missing or invalid client id");
}
