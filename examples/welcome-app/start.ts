/** Starts the app, and creates an account in the mock in which a user can install the app. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ControlledAccount, Mock } from "@crm-platform/mock";
import { createApp } from "./app.ts";

const emailId = 1;

export interface RunningApp {
  readonly url: string;
  readonly account: ControlledAccount;
  close(): Promise<void>;
}

/** @param baseUrl the URL at which the mock is served */
export async function startApp(mock: Mock, baseUrl: string, port: number): Promise<RunningApp> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const from = "hello@haldeninstruments.example";
  const account = await mock.account(
    { hubDomain: "haldeninstruments.example", redirectUris: [`${url}/oauth/callback`] },
    { emails: [{ id: emailId, name: "Welcome", from, subject: "Welcome, {{ first_name }}", body: "Nice to meet you." }] },
  );
  server.on("request", createApp({ baseUrl, url, emailId, ...account.app }));
  return {
    url,
    account,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
