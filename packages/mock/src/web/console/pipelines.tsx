import type { Pipeline, PipelineStageInput } from "@crm-platform/types";
import type { Hono } from "hono";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { asUser } from "./asUser.ts";
import { Confirm, Form, type FormView } from "./components/forms.tsx";
import { type Column, linkTo, Table, Tabs } from "./components/table.tsx";
import { Cut, cut } from "./components/text.tsx";
import { accountPath, addPage } from "./page.tsx";

const section = "pipelines";
const objectTypes = ["deals", "tickets"] as const;
const maxTextLength = 100;

export function addPipelines(app: Hono<Bindings>, parts: Parts): void {
  const call = asUser(parts);
  addPage(app, `${accountPath}/${section}`, {
    section,
    actions: {
      create: {
        run: async ({ accountId, context, path, query, typed: { label = "", stages = "" } }) => {
          const objectType = chosenType(query["type"]);
          const body = { label, displayOrder: 0, stages: stagesIn(stages) };
          await call(accountId, "pipelines.create", { path: { objectType }, body });
          return context.redirect(linkTo(path, { type: objectType, done: "create" }), 303);
        },
        notice: "The pipeline was created.",
        fields: ["label", "stages"],
      },
      delete: {
        run: async ({ accountId, context, path, query, typed: { pipelineId = "" } }) => {
          const objectType = chosenType(query["type"]);
          await call(accountId, "pipelines.delete", {
            path: { objectType, pipelineId },
            query: { validateReferencesBeforeDelete: true, validateDealStageUsagesBeforeDelete: true },
          });
          return context.redirect(linkTo(path, { type: objectType, done: "delete" }), 303);
        },
        notice: "The pipeline was deleted.",
      },
    },
    render: async (view) => {
      const objectType = chosenType(view.query["type"]);
      // Forms are sent to the pipelines of the same object type.
      const ofType = { ...view, path: linkTo(view.path, { type: objectType }) };
      const { results } = await call(view.accountId, "pipelines.list", { path: { objectType } });
      const children = (
        <>
          <Tabs
            label="Object types"
            tabs={objectTypes.map((type) => ({ href: linkTo(view.path, { type }), text: titleOf(type), isCurrent: type === objectType }))}
          />
          <Table caption="In display order." columns={columnsOf(ofType)} items={results} empty="No pipelines. Create one below." />
          <section class="card">
            <h2>Create a pipeline for {objectType}</h2>
            <Form
              view={ofType}
              action="create"
              button="Create the pipeline"
              kind="primary"
              fields={[
                { name: "label", label: "Label", required: true, maxlength: 100 },
                {
                  name: "stages",
                  label: "Stages",
                  multiline: true,
                  rows: 4,
                  hint:
                    objectType === "deals"
                      ? "One per line, each with the probability that the deal is won, for example: Offer sent 0.4"
                      : "One per line. A line that ends with “closed” is a stage of closed tickets.",
                },
              ]}
            />
          </section>
        </>
      );
      return { title: "Pipelines", children };
    },
  });
}

function chosenType(text: string | undefined): (typeof objectTypes)[number] {
  return objectTypes.find((type) => type === text) ?? objectTypes[0];
}

function titleOf(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}

/** Reads a stage from each line. The probability of a deal or the state of a ticket is the last word. */
function stagesIn(text: string): PipelineStageInput[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .map((line, displayOrder) => {
      const [, label = line, probability] = /^(.+?)\s+(\d(?:\.\d+)?)$/.exec(line) ?? [];
      if (probability !== undefined) return { label, displayOrder, metadata: { probability } };
      return { label, displayOrder, metadata: /\bclosed$/i.test(line) ? { ticketState: "CLOSED" } : {} };
    });
}

function columnsOf(view: FormView): Column<Pipeline>[] {
  return [
    { title: "Label", cell: ({ label }) => <Cut text={label} max={maxTextLength} /> },
    { title: "Id", cell: ({ id }) => <code>{id}</code> },
    {
      title: "Stages",
      cell: ({ stages }) => (
        <ol class="stages">
          {stages.map(({ id, label, metadata }) => (
            <li>
              <Cut text={label} max={maxTextLength} /> <code>{id}</code>{" "}
              <span class="muted">{metadata["probability"] ?? metadata["ticketState"]?.toLowerCase()}</span>
            </li>
          ))}
        </ol>
      ),
    },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ id, label }) => (
        <Confirm
          view={{ ...view, attempt: undefined }}
          action="delete"
          button="Delete"
          buttonName={`Delete ${cut(label, maxTextLength)}`}
          hidden={{ pipelineId: id }}
        >
          Deletes the pipeline and its stages, unless a record is in one of them.
        </Confirm>
      ),
    },
  ];
}
