import { fileURLToPath } from "node:url";

/** Both `src` and `dist` are folders in it. */
export const ownPackage: string = fileURLToPath(new URL("..", import.meta.url));
