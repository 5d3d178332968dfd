// @vitest-environment happy-dom
import { createConnection } from "@crm-platform/client";
import { createFetch } from "@crm-platform/client/fetch";
import { createMock } from "@crm-platform/mock";
import type { paths } from "@crm-platform/types";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, renderHook, waitFor } from "@testing-library/react";
import createClient, { type Client } from "openapi-fetch";
import createQueryHooks from "openapi-react-query";
import { createElement, type ReactNode } from "react";
import { SWRConfig } from "swr";
import { createQueryHook } from "swr-openapi";
import { afterEach, expect, test } from "vitest";

const path = "/crm/objects/2026-03/{objectType}";
const init = { params: { path: { objectType: "contacts" }, query: { properties: ["email"] } } };

// The default, one second, is too short for a busy machine.
configure({ asyncUtilTimeout: 60_000 });
afterEach(cleanup);

async function contactsClient(): Promise<Client<paths>> {
  const mock = await createMock();
  const { accessToken } = await mock.account({ state: { records: { contacts: [{ id: "1", properties: { email: "ana@example.com" } }] } } });
  const connection = createConnection({ baseUrl: mock.url, fetch: mock.fetch, accessToken });
  return createClient<paths>({ baseUrl: connection.baseUrl, fetch: createFetch(connection) });
}

test("openapi-react-query reads, reports errors of the document, and writes", async () => {
  const hooks = createQueryHooks(await contactsClient());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
  const list = renderHook(() => hooks.useQuery("get", path, init), { wrapper });
  await waitFor(() => expect(list.result.current.data?.results.map(({ id }) => id)).toEqual(["1"]));
  const missing = { params: { path: { objectType: "contacts", recordId: "2" } } };
  const record = renderHook(() => hooks.useQuery("get", `${path}/{recordId}`, missing), { wrapper });
  await waitFor(() => expect(record.result.current.error?.category).toBe("OBJECT_NOT_FOUND"));
  const create = renderHook(() => hooks.useMutation("post", path), { wrapper });
  await act(() =>
    create.result.current.mutateAsync({ params: { path: init.params.path }, body: { properties: { email: "ben@example.com" } } }),
  );
  await act(() => list.result.current.refetch());
  await waitFor(() => {
    const emails = list.result.current.data?.results.map(({ properties }) => properties["email"]);
    expect(emails).toEqual(["ana@example.com", "ben@example.com"]);
  });
});

test("swr-openapi reads, and reports errors of the document", async () => {
  const useQuery = createQueryHook(await contactsClient(), "crm-platform");
  const wrapper = ({ children }: { children: ReactNode }) => createElement(SWRConfig, { value: { provider: () => new Map() } }, children);
  const list = renderHook(() => useQuery(path, init), { wrapper });
  await waitFor(() => expect(list.result.current.data?.results.map(({ id }) => id)).toEqual(["1"]));
  const missing = { params: { path: { objectType: "contacts", recordId: "2" } } };
  const record = renderHook(() => useQuery(`${path}/{recordId}`, missing), { wrapper });
  await waitFor(() => expect(record.result.current.error?.category).toBe("OBJECT_NOT_FOUND"));
});

test("the mock accepts requests of a simulated browser, whose headers keep upper case", async () => {
  const mock = await createMock();
  const { accessToken } = await mock.account();
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${accessToken}` };
  const body = JSON.stringify({ properties: { email: "ana@example.com" } });
  const response = await mock.fetch(new Request(`${mock.url}/crm/objects/2026-03/contacts`, { method: "POST", headers, body }));
  expect(response.status).toBe(201);
});
