import type { EventDefinition, EventOccurrence } from "@crm-platform/types";
import type { Hono } from "hono";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { asUser } from "../asUser.ts";
import { given } from "../components/forms.tsx";
import { type Column, linkTo, Pager, Table } from "../components/table.tsx";
import { Badge, Cut, Moment } from "../components/text.tsx";
import { accountPath, addPage } from "../page.tsx";
import { addressOfRecord } from "../records/addresses.ts";

const pageSize = 50;
const maxNameLength = 100;
const maxValueLength = 200;

export function addCustomEvents(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
  const call = asUser(parts);
  addPage(app, `${accountPath}/events`, {
    section: "events",
    render: async ({ accountId, path, query }) => {
      const { event, after } = given(query);
      const definitions = await control.events.definitions(accountId);
      const types = new Set((await control.accounts.get(accountId)).objectTypes.map(({ typeId }) => typeId));
      const { results, paging } = await call(accountId, "eventOccurrences.list", {
        query: { limit: pageSize, ...given({ eventType: event, after }) },
      });
      const typeIds = new Map(definitions.map(({ fullyQualifiedName, primaryObjectId }) => [fullyQualifiedName, primaryObjectId]));
      const recordAddress = ({ eventType, objectId }: EventOccurrence) => {
        const typeId = typeIds.get(eventType);
        return typeId !== undefined && types.has(typeId) ? addressOfRecord(accountId, { objectType: typeId, id: objectId }) : undefined;
      };
      const children = (
        <>
          <h2>Definitions</h2>
          <Table
            caption="Ordered by name."
            columns={definitionColumns(path)}
            items={definitions}
            empty="No event definitions. Create one with eventDefinitions.create, or seed the account."
          />
          <h2>Occurrences</h2>
          {event !== undefined && (
            <p>
              <Cut text={event} max={maxNameLength} /> <a href={path}>All events</a>
            </p>
          )}
          <Table
            caption="Newest first. Occurrences of events without a primary object are not stored."
            columns={occurrenceColumns(recordAddress)}
            items={results}
            empty={after === undefined ? "No occurrences. Send one with eventOccurrences.send." : "No older occurrences."}
          />
          <Pager
            first={after !== undefined && { href: linkTo(path, { event }), text: "Newest occurrences" }}
            next={paging?.next && { href: linkTo(path, { event, after: paging.next.after }), text: "Older occurrences" }}
          />
        </>
      );
      return { title: "Events", children };
    },
  });
}

function definitionColumns(path: string): Column<EventDefinition>[] {
  return [
    {
      title: "Event",
      cell: ({ fullyQualifiedName, archived }) => (
        <>
          <a href={linkTo(path, { event: fullyQualifiedName })}>
            <Cut text={fullyQualifiedName} max={maxNameLength} />
          </a>{" "}
          {archived && <Badge kind="bad" text="deleted" />}
        </>
      ),
    },
    { title: "Label", cell: ({ labels }) => <Cut text={labels.singular} max={maxNameLength} /> },
    { title: "Primary object", cell: ({ primaryObject = "" }) => <Cut text={primaryObject} max={maxNameLength} /> },
    { title: "Properties", class: "number", cell: ({ properties }) => properties.length },
  ];
}

function occurrenceColumns(recordAddress: (occurrence: EventOccurrence) => string | undefined): Column<EventOccurrence>[] {
  return [
    { title: "Event", cell: ({ eventType }) => <Cut text={eventType} max={maxNameLength} /> },
    {
      title: "Record",
      cell: (occurrence) => {
        const text = <Cut text={`${occurrence.objectType} ${occurrence.objectId}`} max={maxNameLength} />;
        const href = recordAddress(occurrence);
        return href === undefined ? text : <a href={href}>{text}</a>;
      },
    },
    {
      title: "Values",
      cell: ({ properties }) =>
        Object.entries(properties).map(([name, value]) => (
          <div>
            <code>
              <Cut text={name} max={maxNameLength} />
            </code>{" "}
            <Cut text={value} max={maxValueLength} />
          </div>
        )),
    },
    { title: "Time", cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
  ];
}
