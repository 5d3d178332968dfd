/** Webhooks contain this header, and no other requests do. */
export const signatureHeader = "x-platform-signature-v3";
