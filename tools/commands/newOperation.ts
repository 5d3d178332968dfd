/**
 * pnpm new:operation [--area tickets --name get …]: writes the files of a new operation: path item, schemas, the line in the index,
 * a behaviour row, two code samples and a changeset. Asks for what no option says. All of it is linted and generated from in a copy
 * first, so nothing is written when something is wrong.
 */
import type { Answers } from "../authoring/operation/answers.ts";
import { changesetOf } from "../authoring/operation/changeset.ts";
import { collect, openTerminal } from "../authoring/operation/collect.ts";
import { design } from "../authoring/operation/design.ts";
import { filesOf } from "../authoring/operation/files.ts";
import { readKnown } from "../authoring/operation/known.ts";
import { whatIsLeft } from "../authoring/operation/left.ts";
import { prove, samplesOf, writeFiles } from "../authoring/operation/proof.ts";
import { questions } from "../authoring/operation/questions.ts";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";

const usage = `Usage: npx pnpm new:operation [options]

Asks for what no option says; without a terminal every option without a default is needed.

${questions.map(({ name, text, multiple }) => `  --${`${name}${multiple ? " …" : ""}`.padEnd(20)} ${text}`).join("\n")}

  A field or a parameter is one text: name|type|example|description. The type is string, integer, number, boolean, date-time
  or a schema of the area, with [] for a list; the example of anything but a text is JSON.
`;

function readOptions(): Answers {
  const options = Object.fromEntries(questions.map(({ name }) => [name, { type: "string", multiple: true } as const]));
  const { values } = readWords(usage, options);
  for (const { name, multiple } of questions) {
    if (!multiple && (values[name]?.length ?? 0) > 1) throw new SentenceError(`--${name} is given twice.`);
  }
  return values;
}

async function main(): Promise<number> {
  const options = readOptions();
  const known = await readKnown();
  const terminal = openTerminal();
  const answers = await collect(options, known, terminal).finally(() => terminal?.close());
  const operation = design(answers, known);
  const files = filesOf(operation);
  const { document, model } = await prove(files);
  const all = new Map([...files, ...samplesOf(operation, model), ...(await changesetOf(operation, document))]);
  await writeFiles(all);
  for (const [path, content] of all) console.log(`${content === undefined ? "removed" : "written"}: ${path}`);
  console.log(`\n${operation.area}.${operation.name} passes lint and generates. What is left to write:\n\n${whatIsLeft(operation)}`);
  return 0;
}

await runCommand(main, "Nothing was written.");
