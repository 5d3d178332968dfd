/** Redoc's bundle for browsers, as the CLI embeds it into pages. It has no declaration of its own. */
declare module "@redocly/cli/lib/chunks/redoc.standalone.js" {
  interface Options {
    disableTelemetry?: boolean;
    skipBundle?: boolean;
    /** The language at the top is shown until the reader chooses another. */
    codeSamples?: { languages: { lang: string; label?: string }[] };
    scrollYOffset?: number | (() => number);
  }

  /** Renders the document into the element. */
  export function init(document: object, options: Options, element: Element): void;
}
