import type { Child } from "hono/jsx";
import type { Fields } from "../../platform/consent/authorizeRequest.ts";
import type { Markup } from "../html.ts";
import { Layout } from "../layout.tsx";

export interface FrameProps {
  readonly title: string;
  /** The app that asks, when it is known. */
  readonly appName?: string;
  readonly children?: Child;
}

/** What the pages of the way through OAuth have in common. */
export function Frame({ title, appName, children }: FrameProps): Markup {
  return (
    <Layout title={title} styles={["consent.css"]}>
      <div class="consent">
        {appName !== undefined && (
          <p class="pair" aria-hidden="true">
            <span class="initial">{[...appName.trim()][0]?.toUpperCase() ?? "?"}</span>
            <span class="between" />
            <img src="/assets/icon.svg" alt="" />
          </p>
        )}
        {children}
      </div>
    </Layout>
  );
}

/** What a form carries on without showing it. */
export function HiddenFields({ fields }: { readonly fields: Fields }): Markup {
  return (
    <>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
