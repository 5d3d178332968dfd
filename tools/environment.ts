/** The environment of the programs that the tools run. Turns off their telemetry. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return {
    // TypeScript 7 and esbuild are written in Go. They need up to 30 % less CPU when they collect garbage only near a memory limit.
    GOGC: "off",
    GOMEMLIMIT: "2GiB",
    ...process.env,
    TURBO_TELEMETRY_DISABLED: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    DO_NOT_TRACK: "1",
  };
}
