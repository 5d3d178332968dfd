import type { Markup } from "../../html.ts";
import { OperationLink } from "../referenceLinks.tsx";
import type { TalkText } from "./stepTexts.ts";
import type { Transcript } from "./transcript.ts";

/** A request, its answer, and what they are for. */
export function Talk({ transcript, about }: { readonly transcript: Transcript; readonly about: TalkText | undefined }): Markup {
  const { request, response, status } = transcript;
  const isGood = status >= 200 && status < 300;
  return (
    <section class="card">
      {about && (
        <p>
          {about.why} <OperationLink operationId={about.operationId} />{" "}
          <span class={isGood ? "badge good" : "badge bad"}>{status === 0 ? "no answer" : status}</span>
        </p>
      )}
      <div class="debugger-talk">
        <figure>
          <figcaption>Request</figcaption>
          <pre class="wrap">{request}</pre>
        </figure>
        <figure>
          <figcaption>Response</figcaption>
          <pre class="wrap">{response}</pre>
        </figure>
      </div>
    </section>
  );
}
