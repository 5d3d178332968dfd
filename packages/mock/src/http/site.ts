import type { Origin } from "./httpRequest.ts";

/** Answers every request below a path of its own, which is no part of the API: pages for people, and what they are made of. */
export type Site = (request: Request, origin: Origin) => Response | Promise<Response>;

/** Sites by the path they are below, for example `/console`. */
export type Sites = Readonly<Record<string, Site>>;
