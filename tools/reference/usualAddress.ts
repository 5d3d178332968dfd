/** The default address of the mock, which all examples use. */
export const usualAddress = "http://127.0.0.1:4010";
