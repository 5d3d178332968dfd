import { request } from "node:http";
import type { FuzzRequest } from "./requests.ts";

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const hangMs = 60_000;

/** Uses a new connection, which the server may close before it has read the whole request, or without a response. */
export function send(
  port: number,
  { method, target, headers, body, framing }: FuzzRequest,
): Promise<WireResponse | "no response" | "hangs"> {
  return new Promise((resolve) => {
    const names = headers.map(([name]) => name);
    const length = framing === "wrong length" ? body.length + 7 : body.length;
    const own = [
      ...(names.includes("host") ? [] : [["host", "127.0.0.1"]]),
      ["connection", "close"],
      ...(framing === "chunks" ? [["transfer-encoding", "chunked"]] : []),
      ...(framing === "chunks" || length === 0 || names.includes("content-length") ? [] : [["content-length", String(length)]]),
    ];
    const call = request({ host: "127.0.0.1", port, method, path: target, headers: [...headers, ...own].flat(), agent: false });
    const timer = setTimeout(() => end("hangs"), hangMs);
    const end = (response: WireResponse | "no response" | "hangs") => {
      clearTimeout(timer);
      resolve(response);
      call.destroy();
    };
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        end({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString("utf8") }),
      );
      response.on("error", () => end("no response"));
    });
    for (const event of ["connect", "upgrade"] as const)
      call.on(event, ({ statusCode = 0, headers: fields }) => end({ status: statusCode, headers: fields, text: "" }));
    call.on("error", () => end("no response"));
    call.end(body);
  });
}
