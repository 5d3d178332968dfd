/** Keywords whose values are maps keyed by name: a property may be called `example`, a response `default`. */
export const mapsOfNames: ReadonlySet<string> = new Set(
  "content examples flows headers mapping parameters paths properties requestBodies responses schemas scopes securitySchemes webhooks x-data".split(
    " ",
  ),
);
