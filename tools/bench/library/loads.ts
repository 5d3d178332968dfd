/** The requests of a benchmark. The stateful mock must be seeded for the requests; the other servers return the examples. */
export interface Load {
  readonly title: string;
  readonly path: string;
  readonly request: { readonly method: "GET" | "POST"; readonly headers: Record<string, string>; readonly body?: string };
  /** The minimum ratio of the stateful mock's throughput to that of the baseline. */
  readonly target: number;
}

/** The access token of the demo account. Prism accepts any token. */
const headers = { authorization: "Bearer demo-access-token-4815162", "content-type": "application/json" };

const domainPath = "/cos-domains/v1/domains/610001";

export const getDomain: Load = {
  title: "domainsV1.get",
  path: domainPath,
  request: { method: "GET", headers: { authorization: headers.authorization } },
  target: 0.45,
};

export const getContact: Load = {
  title: "records.get",
  path: "/crm/objects/2026-03/contacts/3101",
  request: { method: "GET", headers: { authorization: headers.authorization } },
  target: 0.25,
};

const firstMeeting = 600_001;

export const readMeetings: Load = batchRead(10, 10);

export function batchRead(inputs: number, among: number): Load {
  const step = Math.floor(among / inputs);
  return {
    title: `meetings.batchRead with ${inputs} inputs`,
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

export const firstContact = 800_001;

/** Among 100,000 contacts, each of the 100 companies employs a thousand. */
export function contacts(from: number, to: number): object {
  const contact = (index: number) => ({
    id: String(firstContact + index),
    createdAt: "2026-04-10T14:05:00Z",
    properties: {
      email: `person${index}@company${index % 100}.example`,
      firstname: firstNames[index % firstNames.length],
      lastname: `Person ${index % 5_000}`,
      company: `Company ${index % 100}`,
      lifecyclestage: index % 2 === 0 ? "lead" : "customer",
      seats: String(index % 10_000),
    },
  });
  return { records: { contacts: Array.from({ length: to - from }, (_, index) => contact(from + index)) } };
}

export const firstNames: readonly string[] = ["Jonas", "Ines", "Mara", "Hanna", "Emil", "Nour", "Ravi", "Lena"];

export const requestHeaders: Readonly<Record<string, string>> = headers;

export const demoAccountId = 4815162;
