// TypeScript 7 and esbuild are written in Go. They need up to a third less CPU when they collect garbage only near a memory limit.
const rareCollections = { GOGC: "off", GOMEMLIMIT: "2GiB" };

/** The environment of the programs that the tools run: without telemetry, and with the user's settings for Go if there are any. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { GOGC, GOMEMLIMIT } = process.env;
  return {
    ...process.env,
    ...(GOGC === undefined && GOMEMLIMIT === undefined && rareCollections),
    TURBO_TELEMETRY_DISABLED: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    DO_NOT_TRACK: "1",
  };
}
