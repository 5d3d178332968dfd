/** Only webhooks contain this header. */
export const signatureHeader = "x-platform-signature-v3";
