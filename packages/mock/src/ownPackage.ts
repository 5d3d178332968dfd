import { fileURLToPath } from "node:url";

/** The folder of this package. Sources are in its `src`, and bundled modules in its `dist`. */
export const ownPackage: string = fileURLToPath(new URL("..", import.meta.url));
