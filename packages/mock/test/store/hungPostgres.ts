import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface Hanging {
  readonly url: string;
  hang(): void;
  /** Like `hang`, but waits until a client has sent a statement that contains this text. The server still receives the statement. */
  hangAfter(text: string): Promise<void>;
  recover(): void;
}

/** @param url the URL of a Postgres server that listens on a socket in a folder */
export async function hangingPostgres(url: string): Promise<Hanging> {
  const target = new URL(url);
  const path = `${target.searchParams.get("host")}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let isHanging = false;
  let trigger: { readonly text: string; readonly seen: () => void } | undefined;
  const server = createServer((client) => {
    const upstream = connect(path);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined).on("close", () => to.destroy());
      from.on("data", (chunk) => {
        if (isHanging) return;
        to.write(chunk);
        if (from !== client || !trigger || !chunk.includes(trigger.text)) return;
        hang();
        trigger.seen();
        trigger = undefined;
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  target.searchParams.delete("host");
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: target.href,
    hang,
    hangAfter: (text) =>
      new Promise((onSeen) => {
        trigger = { text, seen: onSeen };
      }),
    recover: () => {
      isHanging = false;
    },
  };

  function hang(): void {
    isHanging = true;
  }
}
