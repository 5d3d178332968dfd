import { outside } from "../sql/connection.ts";

export class Sleepers {
  readonly #wakes = new Set<() => void>();

  async sleep(milliseconds: number | undefined, signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        this.#wakes.delete(wake);
        resolve();
      };
      const timer = milliseconds === undefined ? undefined : outside(() => setTimeout(wake, milliseconds).unref());
      this.#wakes.add(wake);
      signal?.addEventListener("abort", wake);
      if (signal?.aborted) wake();
    });
  }

  wake(): void {
    for (const wake of this.#wakes) wake();
  }
}
