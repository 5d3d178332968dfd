import type { Migration } from "./migration.ts";
import { renameAreas } from "./renamedAreas.ts";

/** Renames the operations of stored faults. Their areas were renamed, because version 2026-03 uses the former names. */
export const emailAndDomainsV1: Migration = () =>
  renameAreas([
    { from: "transactionalEmail", to: "transactionalEmailV1", names: ["send"] },
    { from: "smtpTokens", to: "smtpTokensV1", names: ["list", "create", "resetPassword"] },
    { from: "domains", to: "domainsV1", names: ["list", "get"] },
  ]);
