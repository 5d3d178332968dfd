import { behaviours } from "@crm-platform/types";
import type { Evidence } from "../../pipeline/model/model.ts";
import type { AreaFacts, Facts } from "../facts.ts";
import { areasOfComponents } from "./componentAreas.ts";
import { Grade, type Markup, Prose, type Row, Table } from "./table.tsx";

const grades = [
  { grade: "described", meaning: "the platform's description says so" },
  { grade: "documented", meaning: "the public documentation of a similar API has it" },
  { grade: "observed", meaning: "recordings of a similar API show it, or several of its clients count on it" },
  { grade: "assumed", meaning: "our choice, without a witness" },
] as const;

/** How many facts of the document and how many rules of behaviour there are of each grade. */
export function GradesTable({ evidence }: Facts): Markup {
  const count = (list: readonly { readonly grade: string }[], grade: string) => `${list.filter((one) => one.grade === grade).length}`;
  const rows = grades.map(
    ({ grade, meaning }): Row => ({
      cells: [
        <Grade grade={grade} />,
        meaning,
        grade === "described" ? "all the others" : count(evidence, grade),
        count(behaviours, grade),
      ],
    }),
  );
  return <Table caption="How well founded it is" head={["Grade", "Meaning", "Facts of the document", "Rules of behaviour"]} rows={rows} />;
}

/** Every mark of evidence and every rule of behaviour, by area; what has a grade that is not ticked is hidden by the style. */
export function FidelityTables(facts: Facts): Markup {
  const areaOf = areasOfComponents(facts);
  const everywhere = { name: "shared", title: "Everywhere", href: "api.html" };
  return (
    <>
      <fieldset class="filter">
        <legend>Show what is</legend>
        {grades.map(({ grade }) => (
          <label class="choice">
            <input type="checkbox" id={`grade-${grade}`} checked />
            {grade}
          </label>
        ))}
      </fieldset>
      {[...facts.areas, everywhere].map((area) => (
        <AreaTables area={area} marks={facts.evidence.filter(({ pointer, place }) => areaOf(pointer, place) === area.name)} />
      ))}
    </>
  );
}

interface AreaTablesProps {
  readonly area: Pick<AreaFacts, "name" | "title" | "href">;
  readonly marks: readonly Evidence[];
}

function AreaTables({ area: { name, title, href }, marks }: AreaTablesProps) {
  const rules = behaviours.filter(({ area }) => area === name);
  return (
    <section aria-labelledby={`area-${name}`}>
      <h2 id={`area-${name}`}>
        <a class="anchor" href={`#area-${name}`}>
          {title}
        </a>
      </h2>
      <p>
        <a href={href}>{title} in the reference</a>
      </p>
      {marks.length > 0 && (
        <Table
          caption={`${title}: what is not described`}
          head={["Where", "Grade", "What, and why"]}
          rows={marks.map(({ place, grade, note }, index) => ({
            id: anchorOfMark(marks, index),
            grade,
            cells: [<Prose text={place} />, <Grade grade={grade} />, <Prose text={note} />],
          }))}
        />
      )}
      {rules.length > 0 && (
        <Table
          caption={`${title}: what the mock does`}
          head={["Rule", "Grade", "What happens", "Where it is written"]}
          rows={rules.map(({ rule, text, grade, source }) => ({
            id: rule,
            grade,
            cells: [rule, <Grade grade={grade} />, <Prose text={text} />, source],
          }))}
        />
      )}
    </section>
  );
}

/** A place may have several marks, of which each has an anchor of its own. */
function anchorOfMark(marks: readonly Evidence[], index: number): string {
  const { place = "" } = marks[index] ?? {};
  const before = marks.slice(0, index).filter((mark) => mark.place === place).length;
  return `evidence-${place.replaceAll(/[^\w.]+/g, "-")}${before === 0 ? "" : `-${before + 1}`}`;
}
