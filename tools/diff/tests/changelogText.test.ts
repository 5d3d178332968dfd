import { expect, test } from "vitest";
import { tidyChangelog } from "../changesets/changelogText.ts";

const list = (lines: string): string => `The API has changed:\n\n${lines}`;

const changelog = `# @crm-platform/types

## 0.2.0

### Minor Changes

${list("- `Domain`\n  - new: `field a`: it comes with answers now.\n- `tickets.archive`\n  - text: Its description reads differently.")}

${list("- `tickets.archive`\n  - **breaks**: the operation is gone.")}

By hand, with a list:

- of its own
  - and deep

### Patch Changes

${list("- `Domain`\n  - text: its title reads differently.")}

In better words.

## 0.1.0

### Minor Changes

A release.
`;

test("what several changesets tell is one list, breaks first, after what is written by hand; an older version stays", () => {
  expect(tidyChangelog(changelog, "0.2.0")).toBe(`# @crm-platform/types

## 0.2.0

### Breaking Changes

By hand, with a list:

- of its own
  - and deep

${list("- `tickets.archive`\n  - **breaks**: the operation is gone.\n  - text: Its description reads differently.\n- `Domain`\n  - new: `field a`: it comes with answers now.")}

### Patch Changes

In better words.

${list("- `Domain`\n  - text: its title reads differently.")}

## 0.1.0

### Minor Changes

A release.
`);
});

test("the only version, with nothing to join, stays as it is", () => {
  const first = "# @crm-platform/types\n\n## 0.1.0\n\n### Minor Changes\n\nA release.\n";
  expect(tidyChangelog(first, "0.1.0")).toBe(first);
  expect(tidyChangelog(first, "9.0.0")).toBe(first);
});
