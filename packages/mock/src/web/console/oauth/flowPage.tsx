import type { Markup } from "../../html.ts";
import { consolePage } from "../page.tsx";
import { type Flow, type Step, steps } from "./flow.ts";
import { InstallStep } from "./installStep.tsx";
import { ReturnedStep } from "./returnedStep.tsx";
import { StepForm } from "./stepForm.tsx";
import { stepTexts } from "./stepTexts.ts";
import { Talk } from "./talk.tsx";

/** Where a flow is: what the last step did, and what comes next. */
export function flowPage(flow: Flow): Promise<Response> {
  const page = (
    <>
      <Progress at={flow.step} />
      <CurrentStep flow={flow} />
      <div class="actions debugger-others">
        {flow.step !== "install" && <StepForm step="install" text="Begin again with a new state" />}
        <form method="post" action="/console/oauth/end">
          <button type="submit" class="small">
            End this flow
          </button>
        </form>
      </div>
      <p class="muted">
        The app is in <a href={`/console/accounts/${flow.accountId}`}>account {flow.accountId}</a>; the requests are real, so they are among{" "}
        <a href={`/console/accounts/${flow.accountId}/requests`}>its requests</a>, too.
      </p>
    </>
  );
  return consolePage({ title: "OAuth debugger", current: "/console/oauth", children: page });
}

function Progress({ at }: { readonly at: Step }) {
  const done = steps.indexOf(at);
  return (
    <ol class="debugger-steps" aria-label="Steps">
      {steps.map((step, index) => (
        <li class={index < done ? "done" : undefined} aria-current={step === at ? "step" : undefined}>
          {stepTexts[step].name}
          {index < done && <span class="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}

function CurrentStep({ flow }: { readonly flow: Flow }): Markup {
  if (flow.step === "install") return <InstallStep flow={flow} />;
  if (flow.step === "returned") return <ReturnedStep flow={flow} />;
  const { step, transcripts, hasFailed = false } = flow;
  const { title, talks, next } = stepTexts[step];
  return (
    <>
      <h2>{title}</h2>
      {transcripts.map((transcript, index) => (
        <Talk transcript={transcript} about={talks(flow)[index]} />
      ))}
      {hasFailed && <p class="notice bad">No tokens came of it, so the flow ends here. The answer says why.</p>}
      {!hasFailed && next !== undefined && <StepForm step={step} text={next} isMain />}
    </>
  );
}
