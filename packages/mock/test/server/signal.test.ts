import { expect, onTestFinished, test, vi } from "vitest";
import { drainMs, onEnd } from "../../src/cli/signal.ts";

function faked() {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  onTestFinished(() => exit.mockRestore());
  const once = vi.spyOn(process, "once");
  onTestFinished(() => {
    for (const [signal, listener] of once.mock.calls) process.off(signal, listener);
    once.mockRestore();
  });
  return exit;
}

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the process within five seconds, even if closing never completes", (signal) => {
  const exit = faked();
  let ends = 0;
  onEnd(
    () => {
      ends += 1;
      return new Promise(() => {});
    },
    { withParent: false },
  );
  process.emit(signal);
  vi.advanceTimersByTime(drainMs);
  expect([ends, exit.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(5_000 - drainMs);
  expect(exit.mock.calls).toEqual([[]]);
});
