import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, root, temporaryFolder } from "../workspace.ts";

const repository = { type: "git", url: "git+https://host.example/crm-platform.git" };

async function check(manifests: Readonly<Record<string, object>>, provenance: string) {
  const folder = await temporaryFolder();
  for (const [name, manifest] of Object.entries(manifests)) {
    await mkdir(join(folder, "packages", name), { recursive: true });
    await writeFile(join(folder, "packages", name, "package.json"), JSON.stringify(manifest));
  }
  return command("env", [`PNPM_CONFIG_PROVENANCE=${provenance}`, "node", join(root, "tools/commands/releaseCheck.ts")], folder);
}

test.each(["true", "1"])("provenance (%s) requires a repository in every package", async (provenance) => {
  const { code, stderr } = await check({ types: { repository }, client: {}, mock: { repository: { url: "" } } }, provenance);
  expect(code).toBe(1);
  expect(stderr).toContain(
    "Provenance requires a `repository` in packages/client/package.json, packages/mock/package.json. Add this field to each:",
  );
  expect(stderr).not.toMatch(/^\s+at /m);
});

test.each([
  { manifests: { types: { repository }, client: { repository }, mock: { repository } }, provenance: "true" },
  { manifests: { types: { repository }, client: {}, mock: { repository } }, provenance: "false" },
])("passes if provenance is disabled or every package has a repository (provenance: $provenance)", async ({ manifests, provenance }) => {
  expect(await check(manifests, provenance)).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("nothing is published before the check", async () => {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
  const publish = scripts["release:publish"]?.split(" && ");
  expect(publish?.[0]).toBe("node tools/commands/releaseCheck.ts");
  expect(publish?.[1]).toBe("node tools/generate.ts --check");
  // Without `--force`, turbo would use builds of other generated code, because generated code is not an input of the build.
  expect(publish?.[2]).toMatch(/ turbo run build reference --only --force$/);
  expect(publish?.slice(3)).toEqual(["changeset publish"]);
});
