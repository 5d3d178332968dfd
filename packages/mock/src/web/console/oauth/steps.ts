import type { Flow } from "./flow.ts";

export interface Steps {
  /** Does the next step of a flow, or, where that was just done or is under way, gives what came of it. */
  once(flow: Flow, work: () => Promise<Flow>): Promise<Flow>;
}

/** For so long a step is known to be done. Not longer, because tokens are in what comes of it. */
const knownMs = 10_000;

/**
 * Sees to it that a form that is sent twice does its step once: a code that comes a second time takes all tokens away. Both times
 * the browser sends the same cookie, so that does not tell. Another process on the same database knows nothing of it.
 */
export function createSteps(): Steps {
  const known = new Map<string, Promise<Flow>>();
  return {
    once({ state, step }, work) {
      const key = `${state} ${step}`;
      const done = known.get(key);
      if (done) return done;
      const doing = work();
      known.set(key, doing);
      setTimeout(() => known.delete(key), knownMs).unref();
      return doing;
    },
  };
}
