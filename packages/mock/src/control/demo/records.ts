import type { AccountState } from "../../generated/control/schemas.ts";

const byUser = { sourceType: "CRM_UI", sourceId: "userId:90211", updatedByUserId: 90211 };
const byApp = { sourceType: "INTEGRATION", sourceId: "27314", sourceLabel: "Trail Desk" };

const defined = { createdAt: "2026-02-02T08:30:00Z", updatedAt: "2026-02-02T08:30:00Z" };

export const demoRecords: AccountState = {
  objectSchemas: [
    {
      objectTypeId: "2-3401",
      name: "sensor",
      labels: { singular: "Sensor", plural: "Sensors" },
      description: "A torque sensor that a customer has bought.",
      primaryDisplayProperty: "serial_number",
      requiredProperties: ["serial_number"],
      searchableProperties: ["serial_number"],
      createdAt: defined.createdAt,
    },
  ],
  properties: {
    contacts: [
      { name: "last_ticket_received", label: "Last ticket received", type: "date", fieldType: "date", ...defined },
      {
        name: "newsletter_language",
        label: "Newsletter language",
        ...defined,
        updatedAt: "2026-03-02T10:00:00Z",
        archivedAt: "2026-03-02T10:00:00Z",
      },
    ],
    sensor: [{ name: "serial_number", label: "Serial number", unique: true, ...defined }],
    meetings: [{ name: "calendar_event_key", label: "Calendar event key", unique: true, ...defined }],
  },
  records: {
    contacts: [
      contact("3101", "Jonas", "Brandt", "jonas.brandt@larkspurbikes.example"),
      contact("3102", "Ines", "Ferreira", "ines.ferreira@larkspurbikes.example"),
    ],
    companies: [
      { id: "5201", createdAt: "2026-02-02T09:00:00Z", properties: { name: "Larkspur Bikes", domain: "larkspurbikes.example" } },
      { id: "5202", createdAt: "2026-02-02T09:05:00Z", properties: { name: "Larkspur Rentals" } },
    ],
    deals: [
      { id: "7401", createdAt: "2026-03-16T13:30:00Z", properties: { dealname: "Larkspur fleet order" } },
      { id: "7402", createdAt: "2026-03-18T10:15:00Z", properties: { dealname: "Larkspur spare parts" } },
    ],
    tickets: [
      { id: "9601", createdAt: "2026-04-15T16:40:00Z", properties: { subject: "Torque sensor reads zero" } },
      { id: "9602", createdAt: "2026-04-17T11:10:00Z", properties: { subject: "Replacement shipped" } },
    ],
    meetings: [
      {
        id: "512001",
        createdAt: "2026-04-10T14:05:00Z",
        updatedAt: "2026-04-13T10:20:00Z",
        properties: {
          calendar_event_key: "cal-2026-04-13-kickoff",
          hs_meeting_title: "Kick-off with Larkspur Bikes",
          hs_meeting_outcome: [
            { value: "COMPLETED", timestamp: "2026-04-13T10:20:00Z", ...byUser },
            { value: "SCHEDULED", timestamp: "2026-04-10T14:05:00Z", ...byApp },
          ],
        },
      },
      { id: "512002", createdAt: "2026-04-16T07:45:30.250Z", properties: { hs_meeting_title: "Diagnosis of the torque sensor" } },
    ],
  },
  lists: [
    {
      listId: "5501",
      name: "Workshops",
      objectTypeId: "0-2",
      createdAt: defined.createdAt,
      members: [{ recordId: "5201", membershipTimestamp: "2026-02-02T09:00:00Z" }],
    },
    {
      listId: "5503",
      name: "Riders",
      objectTypeId: "0-1",
      createdAt: defined.createdAt,
      members: [{ recordId: "3102", membershipTimestamp: "2026-02-02T09:00:00Z" }],
    },
    { listId: "5502", name: "Former workshops", objectTypeId: "0-2", createdAt: defined.createdAt, deletedAt: "2026-04-10T08:00:00Z" },
  ],
  associationLabels: [
    {
      id: 1201,
      name: "billing_contact",
      label: "Billing contact",
      from: "contacts",
      to: "companies",
      inverse: { id: 1202, name: "billing_contact_of", label: "Billing contact of" },
    },
    {
      id: 1301,
      name: "sensor_to_company",
      label: null,
      createdAt: defined.createdAt,
      from: "sensor",
      to: "companies",
      inverse: { id: 1302, name: "company_to_sensor", label: null },
    },
  ],
  associationLimits: [{ typeId: 1201, maxToObjectIds: 5 }],
  associations: [
    { from: "contacts/3101", to: "companies/5201", type: "contact_to_company" },
    { from: "contacts/3101", to: "companies/5201", type: "billing_contact" },
    { from: "contacts/3102", to: "companies/5201", type: "billing_contact" },
    { from: "contacts/3101", to: "tickets/9601", type: "contact_to_ticket" },
    { from: "contacts/3101", to: "meetings/512001", type: "contact_to_meeting_event" },
    { from: "companies/5201", to: "tickets/9601", type: "company_to_ticket" },
    { from: "companies/5201", to: "tickets/9602", type: "company_to_ticket" },
    { from: "deals/7401", to: "companies/5201", type: "deal_to_company" },
    { from: "deals/7401", to: "tickets/9601", type: "deal_to_ticket" },
    { from: "deals/7401", to: "tickets/9602", type: "deal_to_ticket" },
  ],
};

function contact(id: string, firstname: string, lastname: string, email: string) {
  return { id, createdAt: "2026-02-02T09:10:00Z", properties: { email, firstname, lastname } };
}
