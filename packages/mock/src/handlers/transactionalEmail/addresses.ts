export interface Address {
  readonly text: string;
  /** In small letters. */
  readonly domain: string;
}

// RFC 5321, section 4.5.3.1, for the lengths. Quoted local parts are left out: nobody writes them.
const localPart = /^[^\s@<>()[\]\\,;:"]{1,64}$/;
const label = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const maxDomainLength = 253;

/** Reads an address; `undefined` when it is malformed. */
export function readAddress(text: string): Address | undefined {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1).toLowerCase();
  const isLocal = localPart.test(local) && !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
  return isLocal && isDomain(domain) ? { text, domain } : undefined;
}

/** Reads the address of a sender, who may have a name before it: `Support <support@example.com>`. */
export function readSender(text: string): Address | undefined {
  const bracketed = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1];
  return readAddress(bracketed ?? text);
}

/** Whether a domain is another one, or lies under it. */
export function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}

function isDomain(domain: string): boolean {
  const labels = domain.length > maxDomainLength ? [] : domain.split(".");
  return labels.length > 1 && labels.every((part) => label.test(part));
}
