/** Keywords whose values are maps keyed by name: a property may be called `example`, a response `default`. */
export const mapsOfNames: ReadonlySet<string> = new Set(
  (
    "$defs callbacks content dependentSchemas encoding examples flows headers links mapping parameters pathItems paths patternProperties " +
    "properties requestBodies responses schemas scopes securitySchemes variables webhooks x-data"
  ).split(" "),
);
