/** The baseline: a server that responds to every request with the same body. */
import { createServer } from "node:http";

const [port, body = ""] = process.argv.slice(2);

createServer((request, response) => {
  request.resume();
  request.on("end", () => response.setHeader("content-type", "application/json").end(body));
}).listen(Number(port), "127.0.0.1");
