/** The three packages that code is generated for and that are published, without their scope. They move together. */
export const packages = ["types", "client", "mock"] as const;
export type PackageName = (typeof packages)[number];

/** Their names as users install them. */
export const packageNames: readonly string[] = packages.map((name) => `@crm-platform/${name}`);
