import { onTestFinished, vi } from "vitest";

/**
 * Stops the timers, so that a waiting request can end only because of an event.
 * @returns a function that restarts the timers; they also restart at the end of the test
 */
export function stopClock(): () => void {
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const start = (): void => clock.mockRestore();
  onTestFinished(start);
  return start;
}
