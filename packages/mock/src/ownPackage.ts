import { fileURLToPath } from "node:url";

/** The root folder of the package, which is the parent of both `src` and `dist`. */
export const ownPackage: string = fileURLToPath(new URL("..", import.meta.url));
