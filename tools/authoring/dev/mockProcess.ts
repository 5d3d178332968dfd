/** A child process of `pnpm dev` that serves the mock from its source files. Its argument is the database. */
import { addDemoAccount, createMock, serveMock } from "@crm-platform/mock";

const drainMs = 500;

const mock = await createMock({
  database: process.argv[2] ?? "",
  onError: (error, { correlationId }) => console.error(`correlationId ${correlationId}:`, error),
});
const { results } = await mock.accounts.list();
if (results.length === 0) await addDemoAccount(mock);
const server = await serveMock({ mock, port: 0, drainMs });
process.on("SIGTERM", async () => {
  await server.close();
  await mock.close();
  process.exit();
});
process.on("disconnect", () => process.exit());
process.send?.(server.url);
