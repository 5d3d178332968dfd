/** The settings of a new account. */
export const defaultDetails = { accountType: "STANDARD", timeZone: "UTC", companyCurrency: "USD" } as const;
