/** Maps the app's paths to its features. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { WebhookError } from "@crm-platform/client/verifyWebhook";
import { approvedCode, finishInstall, startInstall } from "./install.ts";
import type { Installations, Settings } from "./settings.ts";
import { receiveWebhook } from "./webhook.ts";

const stateCookie = "install-state";

export function createApp(settings: Settings): RequestListener {
  const installations: Installations = new Map();
  return (request, response) =>
    respond(request, response).catch((error: unknown) => {
      const isRejected = error instanceof WebhookError;
      if (!isRejected) console.error(error);
      response.writeHead(isRejected ? 401 : 500).end();
    });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = "" } = request;
    switch (`${method} ${url.split("?")[0]}`) {
      case "GET /install": {
        const { location, state } = await startInstall(settings);
        response.writeHead(302, { location, "set-cookie": `${stateCookie}=${state}; HttpOnly; SameSite=Lax` }).end();
        return;
      }
      case "GET /oauth/callback": {
        const state = new RegExp(`${stateCookie}=([^;]+)`).exec(request.headers.cookie ?? "")?.[1] ?? "";
        const code = approvedCode(new URL(url, settings.url), state);
        if (code === undefined) {
          response.writeHead(400).end("The app was not installed. To try again, open /install.\n");
          return;
        }
        const accountId = await finishInstall(code, state, settings, installations);
        response.end(`The app is installed in account ${accountId}.\n`);
        return;
      }
      case "POST /webhooks":
        await receiveWebhook(request, settings, installations);
        response.writeHead(204).end();
        return;
      default:
        response.writeHead(404).end();
    }
  }
}
