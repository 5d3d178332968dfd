/** The floor: a server that answers everything with one body, and looks at nothing. */
import { createServer } from "node:http";

const body = JSON.stringify({ objects: [{ id: "610001", domain: "www.haldeninstruments.example" }], total: 1, limit: 100, offset: 0 });

createServer((request, response) => {
  request.resume();
  request.on("end", () => response.setHeader("content-type", "application/json").end(body));
}).listen(Number(process.argv[2]), "127.0.0.1");
