/** The floor: a server that answers everything with one body, and reads what is sent without looking at it. */
import { createServer } from "node:http";

const [port, body = ""] = process.argv.slice(2);

createServer((request, response) => {
  request.resume();
  request.on("end", () => response.setHeader("content-type", "application/json").end(body));
}).listen(Number(port), "127.0.0.1");
