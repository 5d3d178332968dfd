export interface Address {
  readonly text: string;
  /** The domain in lower case. */
  readonly domain: string;
}

// RFC 5321, section 4.5.3.1, defines the maximum lengths. Quoted local parts are not supported, because they are rarely used.
const localPart = /^[^\s@<>()[\]\\,;:"]{1,64}$/;
const label = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const maxDomainLength = 253;

export function readAddress(text: string): Address | undefined {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1).toLowerCase();
  const isLocal = localPart.test(local) && !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
  return isLocal && isDomain(domain) ? { text, domain } : undefined;
}

/** A sender may include a display name, as in `Support <support@example.com>`. */
export function readSender(text: string): Address | undefined {
  const address = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1];
  return readAddress(address ?? text);
}

export function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}

function isDomain(domain: string): boolean {
  const labels = domain.length > maxDomainLength ? [] : domain.split(".");
  return labels.length > 1 && labels.every((part) => label.test(part));
}
