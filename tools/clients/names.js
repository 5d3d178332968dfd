/** The names of packages and of the service. Only the manifest contains them. */
import manifest from "./package.json" with { type: "json" };

/** Returns the scope of a package. */
export function scopeOf(alias) {
  return /^npm:@([^/]+)\//.exec(manifest.dependencies[alias])[1];
}

/** The service's own name, which the mock uses in headers, property names and categories. */
export const serviceName = scopeOf("official-client");
