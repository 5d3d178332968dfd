const maxFailures = 10;
const windowMs = 60_000;

/** Slows down guessing: after ten failures within a minute nobody may try until the minute is over. */
export interface Throttle {
  /** How many seconds are left until the next try; 0 when it may be made. */
  secondsLeft(): number;
  countFailure(): void;
}

/** @param wallClock in milliseconds; one throttle is for all who try, because a client can change its address */
export function createThrottle(wallClock: () => number): Throttle {
  let failures: number[] = [];
  return {
    secondsLeft() {
      const now = wallClock();
      // A clock that was set back leaves failures of the future; they count no longer.
      failures = failures.filter((moment) => moment > now - windowMs && moment <= now);
      const [first] = failures;
      return failures.length < maxFailures || first === undefined ? 0 : Math.ceil((first + windowMs - now) / 1000);
    },
    countFailure() {
      failures.push(wallClock());
    },
  };
}
