import { onTestFinished, vi } from "vitest";

/** A waiting request can then end only because of an event. The timers restart at the end of the test. */
export function stopClock(): () => void {
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const start = (): void => clock.mockRestore();
  onTestFinished(start);
  return start;
}
