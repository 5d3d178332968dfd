import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { Refusal } from "../../../contract/errors/refusal.ts";
import { cut } from "../cut.tsx";
import type { Transcript } from "./transcript.ts";

/** The steps of the flow, in their order; a flow is at the last that was done. */
export const steps = ["install", "returned", "exchanged", "used", "refreshed", "deleted"] as const;
export type Step = (typeof steps)[number];

/** How far somebody has come, with the secrets that an app would keep on its server. */
export interface Flow {
  readonly step: Step;
  readonly accountId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
  readonly state: string;
  /** What came back beside a code; the latter is in `code`. */
  readonly returned?: { readonly isOurState: boolean; readonly error?: string; readonly description?: string };
  readonly code?: string;
  readonly accessToken?: string;
  readonly refreshToken?: string;
  readonly granted?: readonly string[];
  /** The requests of the last step. */
  readonly transcripts: readonly Transcript[];
  /** Whether the last step has given nothing to go on with. */
  readonly hasFailed?: boolean;
}

export interface FlowCookie {
  read(context: Context): Promise<Flow | undefined>;
  write(context: Context, flow: Flow): Promise<void>;
  clear(context: Context): void;
}

const cookieName = "crm-platform-oauth-debugger";
const cookieOptions = { httpOnly: true, sameSite: "Lax", path: "/console/oauth" } as const;
// Browsers drop a cookie of more than 4,096 bytes without a word; its name, its signature and its attributes take some of them.
const maxWritten = 3_800;
// So many characters of each answer are kept, the fewest where nothing else fits: characters of other scripts take more bytes.
const answerLengths = [Number.POSITIVE_INFINITY, 500, 200, 0];
// No flow is larger; this much of zeros would be a few bytes on the wire.
const maxBytes = 64 * 1024;

/**
 * Keeps a flow in a cookie of the browser, out of reach of scripts, signed though not sealed, and away from URLs and pages: any
 * process of the mock goes on where another has left off.
 * @param secret what all processes of the mock know
 */
export function flowCookie(secret: string): FlowCookie {
  const key = `OAuth debugger ${secret}`;
  return {
    async read(context) {
      const value = await getSignedCookie(context, key, cookieName);
      if (typeof value !== "string") return undefined;
      return JSON.parse(inflateRawSync(Buffer.from(value, "base64url"), { maxOutputLength: maxBytes }).toString()) as Flow;
    },
    async write(context, flow) {
      const value = fitting(flow);
      const secure = context.req.header("origin")?.startsWith("https:") === true;
      await setSignedCookie(context, cookieName, value, key, { ...cookieOptions, secure });
    },
    clear(context) {
      deleteCookie(context, cookieName, cookieOptions);
    },
  };
}

/** A flow as text, its answers as long as there is room for. @throws Refusal when there is not even room for the rest */
function fitting(flow: Flow): string {
  for (const most of answerLengths) {
    const transcripts = flow.transcripts.map((one) => ({ ...one, response: shortened(one.response, most) }));
    const value = deflateRawSync(JSON.stringify({ ...flow, transcripts })).toString("base64url");
    if (value.length <= maxWritten) return value;
  }
  throw new Refusal("PAYLOAD_TOO_LARGE", "The flow has more in it than a browser keeps in a cookie. Begin again.");
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${cut(text, most)}…`;
}
