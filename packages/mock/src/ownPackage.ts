import { fileURLToPath } from "node:url";

/** The folder of this package, whether it runs from `src` or from `dist`. */
export const ownPackage: string = fileURLToPath(new URL("..", import.meta.url));
