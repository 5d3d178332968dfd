/** Declarations for Redoc's browser bundle, which the Redocly CLI embeds into pages. */
declare module "@redocly/cli/lib/chunks/redoc.standalone.js" {
  interface Options {
    disableTelemetry?: boolean;
    skipBundle?: boolean;
    /** The first language is the default. */
    codeSamples?: { languages: { lang: string; label?: string }[] };
    scrollYOffset?: number | (() => number);
  }

  export function init(document: object, options: Options, element: Element): void;
}
