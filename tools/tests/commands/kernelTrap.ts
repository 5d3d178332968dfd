/**
 * What any program asks of the network, as the kernel sees it: every process that comes of a command, whatever it is written in and
 * whatever its environment. It only watches. It needs strace and the right to trace, which not every machine gives.
 */
import { spawnSync } from "node:child_process";

// With the filter in the kernel, only these calls stop a program; without it, every call does.
const watch = ["strace", "-f", "--seccomp-bpf", "-qq", "-s", "0", "-e", "signal=none", "-e", "trace=connect,sendto,sendmsg,sendmmsg"];

/** Whether this machine lets us watch. */
export const canWatch: boolean = spawnSync("strace", [...watch.slice(1), "-o", "/dev/null", "true"]).status === 0;

/** A command whose processes are watched, as far as this machine lets us; it ends when the last of them has ended. */
export function watched(words: readonly string[], file: string): readonly string[] {
  return canWatch ? [...watch, "-o", file, ...words] : words;
}

const address = /sa_family=AF_INET6?, sin6?_port=htons\((\d+)\).*?(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]+)"/g;
const loopback = /^(127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$)/;
/** A question for a name goes to a server that may well run on this machine, and further from there. */
const portOfNames = "53";

/** The addresses beyond this machine that are in what was watched, each once. */
export function remoteAddresses(watchedText: string): string[] {
  const found = [...watchedText.matchAll(address)].flatMap(([, port = "", host = ""]) =>
    loopback.test(host) && port !== portOfNames ? [] : `kernel ${host} ${port}`,
  );
  return [...new Set(found)];
}
