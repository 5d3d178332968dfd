/**
 * The environment for a program that might report to its maker or print advertisements: with this it does neither. Git, the package
 * manager and the formatter have nothing to report, and are started as they are.
 */
export function quietEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    DO_NOT_TRACK: "1",
  };
}
