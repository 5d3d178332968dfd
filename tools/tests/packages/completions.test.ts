/** Asks the TypeScript language service, which editors use, for completions, documentation and errors. */

import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installDeclarations } from "../../bench/client.ts";
import { root } from "../workspace.ts";

const start = `import { createClient } from "@crm-platform/client";\nconst client = createClient();\n`;

/** Types that a program declares for its own account. */
const declarations = `import type { RecordProperties } from "@crm-platform/client";
declare module "@crm-platform/client" {
  interface ContactProperties {
    /** Loyalty tier */
    loyalty_tier?: string;
  }
  interface MachineProperties extends RecordProperties {
    /** Serial number */
    serial_number?: string;
  }
  interface ObjectTypes {
    machines: MachineProperties;
    "2-1203": MachineProperties;
  }
}
`;

/** The mock's declarations are its sources, because emitting them takes long. */
const inMock = join(root, "packages/mock/test/program.ts");
const seedStart = `import { createMock } from "@crm-platform/mock";\nconst account = await (await createMock()).account();\n`;

let folder: AsyncDisposable & { readonly path: string };
let editor: Editor;
let seedEditor: Editor;

beforeAll(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), "crm-platform-completions-"));
  await installDeclarations(folder.path);
  await writeFile(join(folder.path, "crm.d.ts"), declarations);
  editor = openEditor(join(folder.path, "program.ts"), start, [join(folder.path, "crm.d.ts")]);
  seedEditor = openEditor(inMock, seedStart, []);
}, 60_000);

afterAll(async () => folder[Symbol.asyncDispose]());

interface Editor {
  /** Returns the names that the editor suggests at the position of `|`, without those of the global scope. */
  suggestions(call: string): string[];
  documentation(call: string, name: string): string;
  errors(call: string): string[];
}

/** @param file the program, which exists only in the editor */
function openEditor(file: string, imports: string, declarationFiles: readonly string[]): Editor {
  const files = [file, ...declarationFiles];
  let text = "";
  let version = 0;
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
    noUncheckedIndexedAccess: true,
    ...(file === inMock && { customConditions: ["@crm-platform/source"], types: ["node"] }),
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  const service = ts.createLanguageService({
    getScriptFileNames: () => files,
    getScriptVersion: (name) => (name === file ? String(version) : "1"),
    getScriptSnapshot(name) {
      const content = name === file ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => dirname(file),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => (name === file ? text : ts.sys.readFile(name)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });

  function open(content: string): void {
    text = `${imports}${content}`;
    version++;
  }

  function openAtCursor(call: string): number {
    open(call.replace("|", ""));
    return imports.length + call.indexOf("|");
  }

  return {
    suggestions(call) {
      const completions = service.getCompletionsAtPosition(file, openAtCursor(call), undefined);
      return (completions?.isGlobalCompletion === false ? completions.entries : []).map(({ name }) => name);
    },
    documentation(call, name) {
      const details = service.getCompletionEntryDetails(file, openAtCursor(call), name, undefined, undefined, undefined, undefined);
      return ts.displayPartsToString(details?.documentation);
    },
    errors(call) {
      open(call);
      const diagnostics = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
      return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  };
}

describe("completions", () => {
  test.each([
    ["properties of a new record", 'client.records.create("contacts", { properties: { | } })'],
    ["properties after others", 'client.records.create("contacts", { properties: { firstname: "Ines", own: "x", | } })'],
    ["properties of a change", 'client.records.update("contacts", "1", { properties: { | } })'],
    ["properties in a batch", 'client.records.batchUpsert("contacts", { inputs: [{ id: "1", idProperty: "email", properties: { | } }] })'],
    ["the singular name", 'client.records.create("contact", { properties: { | } })'],
    ["the type id", 'client.records.create("0-1", { properties: { | } })'],
    ["another letter case", 'client.records.create("CONTACTS", { properties: { | } })'],
    ["properties to read", 'client.records.get("contacts", "1", { properties: ["|"] })'],
    ["further properties to read", 'client.records.list("contacts", { properties: ["firstname", "|"] })'],
    ["properties with history", 'client.records.batchRead("contacts", { inputs: [], properties: [], propertiesWithHistory: ["|"] })'],
    ["filters", 'client.records.search("contacts", { filterGroups: [{ filters: [{ operator: "EQ", propertyName: "|" }] }] })'],
    ["sorts", 'client.records.search("contacts", { sorts: [{ propertyName: "|" }] })'],
    ["the unique property", 'client.records.get("contacts", "ines@larkspurbikes.example", { idProperty: "|" })'],
    ["definitions", 'client.properties.get("contacts", "|")'],
  ])("suggest contact properties: %s", (_title, call) => {
    const names = editor.suggestions(call);
    // One property of contacts, one of every object type, and one that the program declares.
    expect(names).toEqual(expect.arrayContaining(["email", "hs_object_id", "loyalty_tier"]));
    expect(names).not.toContain("dealname");
  });

  test("suggest the properties of a fixed object type", () => {
    const call = 'client.meetings.batchRead({ inputs: [], properties: ["|"], propertiesWithHistory: [] })';
    expect(editor.suggestions(call)).toContain("hs_meeting_title");
  });

  test("suggest the properties of a declared object type by its name and id", () => {
    for (const type of ["machines", "2-1203"]) {
      const names = editor.suggestions(`client.records.create("${type}", { properties: { | } })`);
      expect(names, type).toEqual(expect.arrayContaining(["serial_number", "hs_object_id"]));
      expect(names, type).not.toContain("email");
    }
    // Every object type has these properties, even if it is not declared.
    expect(editor.suggestions('client.records.create("2-77", { properties: { | } })')).toContain("hs_object_id");
  });

  test("suggest the plural names of the object types", () => {
    for (const call of ['client.records.create("|", { properties: {} })', 'client.associations.list("contacts", "1", "|")']) {
      const names = editor.suggestions(call);
      expect(names, call).toEqual(expect.arrayContaining(["contacts", "line_items", "machines"]));
      expect(names, call).not.toContain("0-1");
    }
  });

  test("show the label, the access and the options of a property", () => {
    const call = 'client.records.create("contacts", { properties: { | } })';
    expect(editor.documentation(call, "firstname")).toBe("First Name");
    expect(editor.documentation(call, "hs_object_id")).toBe("Record ID (read-only)");
    expect(editor.documentation(call, "hs_lead_status")).toContain("Lead Status – `NEW`, `OPEN`");
    expect(editor.documentation(call, "loyalty_tier")).toBe("Loyalty tier");
  });
});

describe("seeds", () => {
  test("suggest object types, and the properties of each type", () => {
    expect(seedEditor.suggestions("account.seed({ records: { | } })")).toEqual(expect.arrayContaining(["contacts", "line_items"]));
    const contacts = 'account.seed({ records: { contacts: [{ id: "1", properties: { | } }] } })';
    expect(seedEditor.suggestions(contacts)).toEqual(expect.arrayContaining(["email", "hs_object_id"]));
    expect(seedEditor.suggestions(contacts)).not.toContain("dealname");
    expect(seedEditor.documentation(contacts, "firstname")).toBe("First Name");
  });

  test.each([
    'account.seed({ records: { contacts: [{ id: "1", properties: { emial: "x", email: [{ value: "x", timestamp: "2026-11-29T09:00:00Z", sourceType: "API" }] } }] } })',
    'account.seed({ records: { "2-77": [{ id: "1", properties: { own: "x" } }], Contact: [] } })',
    'declare const type: string; account.seed({ records: { [type]: [{ id: "1", properties: { own: "x" } }] } })',
    "const { records = {} } = await account.snapshot(); for (const [type, list] of Object.entries(records)) console.log(type, list.length)",
    'const { records = {} } = await account.snapshot(); declare const type: string; console.log(records[type]?.length, records["contacts"]?.length)',
    'const [contact] = (await account.snapshot()).records?.["contacts"] ?? []; for (const value of Object.values(contact?.properties ?? {})) console.log(value?.length)',
  ])("accept %s", (program) => {
    expect(seedEditor.errors(program)).toEqual([]);
  });
});

describe("errors", () => {
  test.each([
    'client.records.create("contacts", { properties: { email: "ines@larkspurbikes.example", emial: "x" } })',
    'client.records.search("contacts", { properties: ["emial"], sorts: ["-createdate"] })',
    'client.records.create("2-1203", { properties: { serial_number: "1", other: "x" } })',
    'client.records.create("2-77", { properties: { anything: "x" } })',
    'declare const type: string, names: string[]; client.records.list(type, { properties: names }); client.records.list("deals", { properties: names })',
    'declare const type: "contacts" | "0-2"; client.records.create(type, { properties: { email: "x", name: "x" } })',
    'declare const values: Record<string, string>; client.records.create("contacts", { properties: values })',
    'declare const values: { email: string }; client.records.update("contacts", "1", { properties: { ...values } })',
    'import type { RecordsCreateParams } from "@crm-platform/types"; declare const parameters: RecordsCreateParams; client.records.create("contacts", parameters)',
    'const page = (await client.records.list("contacts").pages()[Symbol.asyncIterator]().next()).value; if (page) client.records.list("contacts", page.next)',
  ])("accepts %s", (call) => {
    expect(editor.errors(call)).toEqual([]);
  });

  test("an object type that does not exist is an error that lists the object types", () => {
    expect(editor.errors('client.records.create("contcats", { properties: {} })')).toEqual([
      expect.stringMatching(/^Argument of type '"contcats"' is not assignable to parameter of type '"\w+" \| "\w+" .*'\.$/),
    ]);
    for (const call of [
      'client.records.search("0-999")',
      'client.properties.list("")',
      'client.associations.list("contacts", "1", "tikcets")',
    ]) {
      expect(editor.errors(call), call).toHaveLength(1);
    }
  });

  test("a value that is not a string is an error at the value", () => {
    expect(editor.errors('client.records.create("contacts", { properties: { email: 5 } })')).toEqual([
      "Type 'number' is not assignable to type 'string'.",
    ]);
  });
});
