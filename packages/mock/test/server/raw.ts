import { connect } from "node:net";

export function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request, "latin1"));
    socket.setEncoding("latin1").on("data", (text) => {
      response += text;
    });
    socket.once("close", () => resolve(response)).once("error", reject);
  });
}

export function portOf(url: string): number {
  return Number(new URL(url).port);
}
