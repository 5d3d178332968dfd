import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** Whether a text is a host name or an address, without a port or wildcards. */
export function isHost(text: string): boolean {
  const host = text.includes(":") ? `[${text}]` : text;
  return !text.includes("*") && URL.parse(`http://${host}`)?.host === host.toLowerCase();
}

/** Whether a host name or an address refers to this machine. */
export function isLocalHost(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || isLoopback(hostname);
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Returns the hostname of a URL, without the brackets of an IPv6 address and without a dot at the end. */
export function hostnameOf({ hostname }: URL): string {
  return hostname.replace(/^\[|[\].]$/g, "");
}
