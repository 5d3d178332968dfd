import { onTestFinished, vi } from "vitest";

/**
 * Stops the timers, so that a waiting request ends by its event or not at all.
 * @returns restarts the timers, which also happens at the end of the test
 */
export function stopClock(): () => void {
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const start = (): void => clock.mockRestore();
  onTestFinished(start);
  return start;
}
