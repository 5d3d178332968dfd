import type { Markup } from "../../html.ts";
import type { Step } from "./flow.ts";

export interface StepFormProps {
  /** Where the flow is, so that a form that is sent twice does its step once; `install` begins again. */
  readonly step: Step;
  readonly text: string;
  /** Whether it is what people most likely want. */
  readonly isMain?: boolean;
}

/** The button that leads to the next step. */
export function StepForm({ step, text, isMain = false }: StepFormProps): Markup {
  return (
    <form method="post" action="/console/oauth/flow">
      <button type="submit" name="step" value={step} class={isMain ? "primary" : "small"}>
        {text}
      </button>
    </form>
  );
}
