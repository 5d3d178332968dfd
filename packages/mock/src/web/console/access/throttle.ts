import type { Origin } from "../../../http/httpRequest.ts";

type Address = Origin["remoteAddress"];

const maxFailures = 10;
const windowMs = 60_000;
const maxAddresses = 10_000;

/** After ten failed sign-ins from an address within a minute, rejects all sign-ins from that address for the rest of the minute. */
export interface Throttle {
  secondsLeft(address: Address): number;
  countFailure(address: Address): void;
}

export function createThrottle(): Throttle {
  const failures = new Map<Address, readonly number[]>();
  return {
    secondsLeft(address) {
      const [first, ...others] = recentFailures(address);
      return first === undefined || others.length + 1 < maxFailures ? 0 : Math.ceil((first + windowMs - Date.now()) / 1000);
    },
    countFailure(address) {
      const moments = [...recentFailures(address), Date.now()];
      // Deleting the entry first keeps the map ordered by the latest failure.
      failures.delete(address);
      failures.set(address, moments);
      const [oldest] = failures.keys();
      if (failures.size > maxAddresses && oldest !== undefined) failures.delete(oldest);
    },
  };

  function recentFailures(address: Address): readonly number[] {
    const now = Date.now();
    // Failures with a future time were counted before the machine's clock was set back.
    return (failures.get(address) ?? []).filter((moment) => moment > now - windowMs && moment <= now);
  }
}
