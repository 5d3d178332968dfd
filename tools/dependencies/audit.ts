import { type AcceptedAdvisory, acceptedAdvisoriesFile } from "./acceptedAdvisories.ts";

export interface AuditReport {
  readonly advisories: {
    readonly [id: string]: {
      readonly github_advisory_id: string;
      readonly module_name: string;
      readonly title: string;
      readonly severity: string;
      readonly patched_versions: string;
      readonly url: string;
      readonly findings: readonly { readonly version: string; readonly paths: readonly string[] }[];
    };
  };
}

/** Reports each advisory without an exception, each expired exception, and each exception that is no longer needed. */
export function judge(report: AuditReport, accepted: readonly AcceptedAdvisory[], today: string): string[] {
  const advisories = Object.values(report.advisories);
  const ids = advisories.map((advisory) => advisory.github_advisory_id);
  const reasoned = new Set(accepted.filter(({ until }) => until >= today).map(({ advisory }) => advisory));
  return [
    ...advisories
      .filter((advisory) => !reasoned.has(advisory.github_advisory_id))
      .map(({ github_advisory_id: id, module_name: name, severity, title, findings, patched_versions: patched, url }) => {
        const path = findings[0]?.paths[0] ?? name;
        return `${id} (${severity}): ${name} ${findings[0]?.version}, ${title}. Dependency path: ${path}. Fixed in ${patched}. ${url}`;
      }),
    ...accepted
      .filter(({ advisory, until }) => until < today && ids.includes(advisory))
      .map(({ advisory, until }) => `The exception for ${advisory} expired on ${until}. Check whether its reason still holds.`),
    ...accepted
      .filter(({ advisory }) => !ids.includes(advisory))
      .map(({ advisory }) => `${advisory} no longer affects any dependency. Remove its entry from ${acceptedAdvisoriesFile}.`),
  ];
}
