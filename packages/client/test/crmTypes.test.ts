import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createClient } from "@crm-platform/client";
import { type ControlledAccount, createMock, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const program = fileURLToPath(new URL("../cli/main.ts", import.meta.url));
const mock = await createMock();
const server = await serveMock({ mock, port: 0 });
let account: ControlledAccount;

beforeAll(async () => {
  account = await mock.account();
  await account.seed({
    properties: {
      contacts: [
        {
          name: "loyalty_tier",
          label: "Loyalty tier",
          type: "enumeration",
          options: ["gold", "silver"].map((value) => ({ value, label: value })),
        },
        { name: "club", label: "*/ }\n} declare const injected: 1; /* @deprecated \u202e" },
      ],
      line_items: [{ name: "gift-wrap", label: "Gift wrap" }],
    },
  });
});

afterAll(() => server.close());

async function run(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ["--conditions=@crm-platform/source", program, ...words], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number, stdout, stderr };
}

const declarations = `// Written by crm-platform-types. To update this file, run the command again.

export {};

declare module "@crm-platform/client" {
  interface ContactProperties {
    /** *\\/ } } declare const injected: 1; /* \\@deprecated */
    club?: string;
    /** Loyalty tier – \`gold\`, \`silver\` */
    loyalty_tier?: string;
  }

  interface LineItemProperties {
    /** Gift wrap */
    "gift-wrap"?: string;
  }
}
`;

describe("crm-platform-types", () => {
  test("declares custom object types by their id and names", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "crm-platform-types-"));
    const { accessToken, accountId } = await mock.account();
    const client = createClient({ baseUrl: server.url, accessToken });
    const { objectTypeId } = await client.objectSchemas.create({
      name: "sensor",
      labels: { singular: "Sensor", plural: "Sensors" },
      primaryDisplayProperty: "serial_number",
      secondaryDisplayProperties: [],
      requiredProperties: ["serial_number"],
      searchableProperties: [],
      allowsSensitiveProperties: false,
      shouldCreateSameObjectAssociation: false,
      properties: [{ name: "serial_number", label: "Serial number", type: "string", fieldType: "text" }],
      associatedObjects: [],
    });
    const out = join(folder.path, "crm.d.ts");
    expect((await run(["--url", server.url, "--out", out], { CRM_PLATFORM_TOKEN: accessToken })).code).toBe(0);
    const name = `CustomSensor_${objectTypeId.slice(2)}Properties`;
    expect(await readFile(out, "utf8")).toBe(`// Written by crm-platform-types. To update this file, run the command again.

import type { RecordProperties } from "@crm-platform/client";

declare module "@crm-platform/client" {
  interface ${name} extends RecordProperties {
    /** Serial number */
    serial_number?: string;
  }

  interface ObjectTypes {
    "${objectTypeId}": ${name};
    sensor: ${name};
    p${accountId}_sensor: ${name};
  }
}
`);
  });

  test("writes the properties that the account defined, and replaces the file", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "crm-platform-types-"));
    const out = join(folder.path, "crm.d.ts");
    await writeFile(out, "old");
    const ended = await run(["--url", server.url, "--token", account.accessToken, "--out", out]);
    expect(ended).toEqual({ code: 0, stdout: "", stderr: `Wrote ${out}: 3 properties of 2 object types.\n` });
    expect(await readFile(out, "utf8")).toBe(declarations);
    // A second run, with the settings in the environment, writes the same text.
    const again = await run(["--out", out], { CRM_PLATFORM_URL: server.url, CRM_PLATFORM_TOKEN: account.accessToken });
    expect(again.code, again.stderr).toBe(0);
    expect(await readFile(out, "utf8")).toBe(declarations);
    expect(await readdir(folder.path)).toEqual(["crm.d.ts"]);
  });

  test("skips object types that the token cannot read, and says why", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "crm-platform-types-"));
    const { accessToken } = await mock.account({
      scopes: ["crm.objects.contacts.read"],
      state: { properties: { contacts: [{ name: "club" }] } },
    });
    const out = join(folder.path, "crm.d.ts");
    const { code, stdout, stderr } = await run(["--url", server.url, "--out", out], { CRM_PLATFORM_TOKEN: accessToken });
    expect([code, stdout, stderr.match(/Wrote.*/)?.[0]]).toEqual([0, "", `Wrote ${out}: 1 properties of 1 object types.`]);
    expect(stderr).toMatch(/^crm-platform-types: Skipped deals: .*403/m);
    expect(stderr).not.toContain("contacts:");
  });

  test.each([
    [[], {}, 2, /The URL of the service is missing\. Set --url or CRM_PLATFORM_URL\. See --help\./],
    [["--url", "x"], {}, 2, /The access token is missing/],
    [["--url", "localhost"], { CRM_PLATFORM_TOKEN: "token-1" }, 2, /baseUrl/],
    [["--tokn", "token-1"], {}, 2, /Unknown option '--tokn'\. See --help\./],
    [["--url", "http://127.0.0.1:61"], { CRM_PLATFORM_TOKEN: "token-1" }, 1, /ECONNREFUSED at 127\.0\.0\.1:61\b/],
  ])("%j with %j fails with the exit code %i", async (words, environment, exitCode, message) => {
    const { code, stderr } = await run(words, environment);
    expect(code, stderr).toBe(exitCode);
    expect(stderr).toMatch(message);
  });

  test("a rejected token leaves the file unchanged, and is not shown", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "crm-platform-types-"));
    const out = join(folder.path, "crm.d.ts");
    await writeFile(out, "old");
    const { code, stderr } = await run(["--url", server.url, "--token", "secret-token-1", "--out", out]);
    expect([code, stderr.match(/401/)?.[0], stderr.includes("secret-token-1")]).toEqual([1, "401", false]);
    expect(await readFile(out, "utf8")).toBe("old");
  });

  test("a file that cannot be written is an error", async () => {
    const { code, stderr } = await run([
      "--url",
      server.url,
      "--token",
      account.accessToken,
      "--out",
      join(tmpdir(), "missing-folder/crm.d.ts"),
    ]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Cannot write ")]);
  });
});
