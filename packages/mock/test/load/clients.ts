import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";

export function maxOpenFiles(): number {
  const limit = Number(spawnSync("/bin/sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).stdout);
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit;
}

export interface Crowd {
  endedCount(): number;
  leave(): void;
}

/** Only `talk` sends data on the connections. */
export async function crowd(port: number, count: number, talk: (socket: Socket) => void = () => {}): Promise<Crowd> {
  const sockets: Socket[] = [];
  let closeCount = 0;
  let isOver = false;
  // Connections are opened in groups that fit into the server's queue.
  for (let first = 0; first < count; first += 200) {
    const some = Array.from({ length: Math.min(200, count - first) }, () => connect(port, "127.0.0.1"));
    for (const socket of some) {
      socket.on("close", () => {
        if (!isOver) closeCount += 1;
      });
    }
    await Promise.all(some.map((socket) => once(socket, "connect")));
    for (const socket of some) {
      socket.on("error", () => {});
      talk(socket);
    }
    sockets.push(...some);
  }
  return {
    endedCount: () => closeCount,
    leave: () => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

export function slowSender(path: string, token: string): (socket: Socket) => void {
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: x",
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    "content-length: 1000",
  ];
  return (socket) => {
    socket.write(`${head.join("\r\n")}\r\n\r\n{`);
    const timer = setInterval(() => socket.write(" "), 50);
    socket.on("close", () => clearInterval(timer));
  };
}

interface LargeBody {
  readonly url: string;
  readonly path: string;
  readonly token: string;
  readonly bytes: number;
  readonly inChunks: boolean;
  /** After half of the body, sending pauses until this promise resolves. */
  readonly half: Promise<void>;
}

export function sendLarge({ url, path, token, bytes, inChunks, half }: LargeBody): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const length = inChunks ? {} : { "content-length": bytes };
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...length };
    let status: number | undefined;
    const sending = request(new URL(path, url), { method: "POST", headers, agent: false }, (response) => {
      status = response.statusCode;
      response.resume();
    });
    // The server closes the connection without reading an oversized body.
    sending.on("error", (error) => (status === undefined ? reject(error) : undefined));
    sending.on("close", () => resolve(status));
    const piece = Buffer.alloc(65_536, "0");
    let goOn = (): void => {};
    sending.on("drain", () => goOn()).on("close", () => goOn());
    const send = async (): Promise<void> => {
      for (let offset = 0; offset < bytes && !sending.destroyed && status === undefined; offset += piece.length) {
        if (offset >= bytes / 2) await half;
        const isFull = !sending.write(piece.subarray(0, bytes - offset));
        if (isFull) await new Promise<void>((resolve) => (goOn = resolve));
      }
      sending.end();
    };
    void send();
  });
}
