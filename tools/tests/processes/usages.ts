/** Imports commands with `--help`, one after another, and prints their outputs as a JSON object, keyed by path. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const files = process.argv.slice(2);
const write = process.stdout.write;
// `pnpm dev` exits its process, so `exit` is replaced.
process.exit = (() => {}) as typeof process.exit;

const outputs: Record<string, string> = {};
for (const file of files) {
  process.argv = [process.execPath, file, "--help"];
  let output = "";
  process.stdout.write = (chunk: string | Uint8Array) => {
    output += chunk;
    return true;
  };
  await import(pathToFileURL(resolve(file)).href);
  process.stdout.write = write;
  outputs[file] = output;
}
console.log(JSON.stringify(outputs));
