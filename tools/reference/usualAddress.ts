/** Where the mock is unless somebody says otherwise. The examples of the guides and of the document name it. */
export const usualAddress = "http://127.0.0.1:4010";
