/** What the servers are asked. The engine has to be given what it is asked for; the others have it from the examples. */
export interface Load {
  readonly title: string;
  readonly path: string;
  readonly request: { readonly method: "GET" | "POST"; readonly headers: Record<string, string>; readonly body?: string };
  /** The least ratio to the floor that the engine should have. */
  readonly target: number;
}

/** The access token of the demo account, which Prism takes like any other. */
const headers = { authorization: "Bearer demo-access-token-4815162", "content-type": "application/json" };

const domainPath = "/cos-domains/v1/domains/610001";

export const getDomain: Load = {
  title: "domains.get",
  path: domainPath,
  request: { method: "GET", headers: { authorization: headers.authorization } },
  target: 0.45,
};

const firstMeeting = 600_001;

export const readMeetings: Load = batchRead(10, 10);

/** A batch read of so many meetings, spread evenly over all that there are. */
export function batchRead(inputs: number, among: number): Load {
  const step = Math.floor(among / inputs);
  return {
    title: `meetings.batchRead of ${inputs}`,
    path: "/crm/objects/2026-03/meetings/batch/read",
    request: {
      method: "POST",
      headers,
      body: JSON.stringify({
        inputs: Array.from({ length: inputs }, (_, index) => ({ id: String(firstMeeting + index * step) })),
        properties: ["hs_meeting_outcome", "hs_meeting_title"],
        propertiesWithHistory: ["hs_meeting_outcome"],
      }),
    },
    target: 0.25,
  };
}

/** Meetings as the control API takes them, from one number to before another. */
export function meetings(from: number, to: number): object {
  const meeting = (index: number) => ({
    id: String(firstMeeting + index),
    createdAt: "2026-04-10T14:05:00Z",
    properties: {
      hs_meeting_title: `Calibration ${index}`,
      hs_meeting_outcome: [
        { value: "COMPLETED", timestamp: "2026-04-13T10:20:00Z", sourceType: "CRM_UI", sourceId: "userId:90211", updatedByUserId: 90211 },
        { value: "SCHEDULED", timestamp: "2026-04-10T14:05:00Z", sourceType: "INTEGRATION", sourceId: "27314", sourceLabel: "Trail Desk" },
      ],
    },
  });
  return { records: { meetings: Array.from({ length: to - from }, (_, index) => meeting(from + index)) } };
}

/** The account that all of this is in. */
export const demoAccountId = 4815162;
