import type { Markup } from "../../html.ts";
import type { Flow } from "./flow.ts";
import { StepForm } from "./stepForm.tsx";
import { stepTexts } from "./stepTexts.ts";
import { masked } from "./transcript.ts";

/** What came back with the user, and whether it is to be believed. */
export function ReturnedStep({ flow: { returned, code } }: { readonly flow: Flow }): Markup {
  const { isOurState = false, error, description } = returned ?? {};
  const { title, next = "" } = stepTexts.returned;
  return (
    <>
      <h2>{title}</h2>
      <p>
        The platform has sent the browser to the redirect URI, with what the user decided in the query. The first thing an app does is to
        compare the state.
      </p>
      <dl class="card facts">
        <dt>State</dt>
        <dd>{isOurState ? <span class="badge good">the one that was sent</span> : <span class="badge bad">another one, or none</span>}</dd>
        {code !== undefined && (
          <>
            <dt>Code</dt>
            <dd>
              <code>{masked(code)}</code>
            </dd>
          </>
        )}
        {error !== undefined && (
          <>
            <dt>Error</dt>
            <dd>
              <code>{error}</code>
            </dd>
          </>
        )}
        {description !== undefined && (
          <>
            <dt>In words</dt>
            <dd>{description}</dd>
          </>
        )}
      </dl>
      {code === undefined ? <NoCode isOurState={isOurState} /> : <StepForm step="returned" text={next} isMain />}
    </>
  );
}

function NoCode({ isOurState }: { readonly isOurState: boolean }) {
  if (isOurState) return <p class="notice bad">There is no code, so the app gets no tokens.</p>;
  return <p class="notice bad">Somebody else may have begun this, so the app believes nothing of it and throws a code away.</p>;
}
