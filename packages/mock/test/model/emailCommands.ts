import fc from "fast-check";
import { type At, at, type Pick, picking } from "./picks.ts";

export type EmailVersion = "v1" | "2026-03";

export type EmailCommand =
  | { type: "send"; version: EmailVersion; emailId: number; to: string; sendId?: string; firstname?: string; code: boolean }
  | { type: "createSmtp"; version: EmailVersion; campaign: string }
  | ({ type: "resetSmtp"; version: EmailVersion } & Pick)
  | ({ type: "getSmtp" | "deleteSmtp" } & Pick)
  | { type: "listSmtp"; version: EmailVersion };

const addresses = [
  "ann@customer.example",
  "Ann@customer.example",
  "bo@customer.example",
  "Cy@customer.example",
  "gone@customer.example",
  "unknown",
] as const;
const version = fc.constantFrom<EmailVersion>("v1", "2026-03");

export const smtpCommands: fc.Arbitrary<At & EmailCommand>[] = [
  fc.record({ at, type: fc.constant("createSmtp" as const), version, campaign: fc.constantFrom("spring", "autumn") }),
  picking(fc.record({ at, type: fc.constant("resetSmtp" as const), version })),
  picking(fc.record({ at, type: fc.constantFrom("getSmtp" as const, "deleteSmtp" as const) })),
  fc.record({ at, type: fc.constant("listSmtp" as const), version }),
];

export const send: fc.Arbitrary<At & EmailCommand> = fc.record(
  {
    at,
    type: fc.constant("send" as const),
    version,
    emailId: fc.constantFrom(1, 1, 1, 2, 3),
    to: fc.constantFrom(...addresses),
    sendId: fc.constantFrom("s1", "s2"),
    firstname: fc.constantFrom("Ann", "Bo"),
    code: fc.boolean(),
  },
  { requiredKeys: ["at", "type", "version", "emailId", "to", "code"] },
);
