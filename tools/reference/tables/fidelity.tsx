import { behaviors } from "@crm-platform/types";
import { grades } from "../../pipeline/model/evidence.ts";
import type { Evidence } from "../../pipeline/model/model.ts";
import type { AreaFacts, Facts } from "../facts.ts";
import { areasOfComponents } from "./componentAreas.ts";
import { Grade, type Markup, OperationLink, Prose, type Row, Table } from "./table.tsx";

export function GradesTable({ evidence }: Facts): Markup {
  const count = (list: readonly { readonly grade: string }[], grade: string) => `${list.filter((one) => one.grade === grade).length}`;
  const rows = grades.map(
    ({ grade, meaning }): Row => ({
      cells: [<Grade grade={grade} />, meaning, grade === "described" ? "all others" : count(evidence, grade), count(behaviors, grade)],
    }),
  );
  return <Table caption="Grades of evidence" head={["Grade", "Meaning", "Facts of the document", "Rules of behavior"]} rows={rows} />;
}

export function CompanionsTable({ operations }: Facts): Markup {
  const companions = operations.filter(({ companion }) => companion);
  const rows = companions.map((operation): Row => ({ cells: [<OperationLink operation={operation} />, operation.summary] }));
  return <Table caption="Companion operations" head={["Operation", "What it does"]} rows={rows} />;
}

/** The style sheet hides rows whose grade is not selected. */
export function FidelityTables(facts: Facts): Markup {
  const areaOf = areasOfComponents(facts);
  const everywhere = { name: "shared", title: "Everywhere", href: "api.html" };
  return (
    <>
      <fieldset class="filter">
        <legend>Show grades</legend>
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
  const rules = behaviors.filter(({ area }) => area === name);
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
          caption={`${title}: facts that are not described`}
          head={["Place", "Grade", "Fact and reason"]}
          rows={marks.map(({ place, grade, note }, index) => ({
            id: anchorOfMark(marks, index),
            grade,
            cells: [<Prose text={place} />, <Grade grade={grade} />, <Prose text={note} />],
          }))}
        />
      )}
      {rules.length > 0 && (
        <Table
          caption={`${title}: behavior of the mock`}
          head={["Rule", "Grade", "What happens", "Source"]}
          rows={rules.map(({ rule, text, grade, source }) => ({
            id: rule,
            grade,
            cells: [rule, <Grade grade={grade} />, <Prose text={text} />, source ?? ""],
          }))}
        />
      )}
    </section>
  );
}

/** The anchor is unique even if several marks have the same place. */
function anchorOfMark(marks: readonly Evidence[], index: number): string {
  const { place = "" } = marks[index] ?? {};
  const before = marks.slice(0, index).filter((mark) => mark.place === place).length;
  return `evidence-${place.replaceAll(/[^\w.]+/g, "-")}${before === 0 ? "" : `-${before + 1}`}`;
}
