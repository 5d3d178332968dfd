/** The three published packages, without their scope. They share one version. */
export const packages = ["types", "client", "mock"] as const;
export type PackageName = (typeof packages)[number];

export const packageNames: readonly string[] = packages.map((name) => `@crm-platform/${name}`);
