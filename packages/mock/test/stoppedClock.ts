import { onTestFinished, vi } from "vitest";

/**
 * Stops the machine's clock, so that no `timeout` of a waiting request passes: the request ends by its event, or never.
 * @returns starts the clock again, which the end of the test does as well
 */
export function stopClock(): () => void {
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const start = (): void => clock.mockRestore();
  onTestFinished(start);
  return start;
}
