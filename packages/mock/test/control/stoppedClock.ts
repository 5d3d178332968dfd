import { onTestFinished, vi } from "vitest";

/** Stops the timers until the end of the test, so that a waiting request can end only because of an event. */
export function stopClock(): () => void {
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const start = (): void => clock.mockRestore();
  onTestFinished(start);
  return start;
}
