/** All examples use the mock's default address. */
export const usualAddress = "http://127.0.0.1:4010";
