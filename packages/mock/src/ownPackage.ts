import { fileURLToPath } from "node:url";

/** The parent folder of both `src` and `dist`. */
export const ownPackage: string = fileURLToPath(new URL("..", import.meta.url));
