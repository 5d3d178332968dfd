import { createExampleMock, type ExampleMockOptions, type RunningServer, serveMock } from "@crm-platform/mock";

export const places = ["in process", "over HTTP"] as const;

export interface Reachable {
  readonly origin: string;
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export async function reachable(place: (typeof places)[number], options: ExampleMockOptions = {}): Promise<Reachable> {
  const mock = createExampleMock(options);
  if (place === "in process") return { origin: "http://mock.test", fetch: mock.fetch, close: async () => {} };
  const server: RunningServer = await serveMock({ mock, port: 0 });
  return { origin: server.url, fetch: (request) => fetch(request), close: server.close };
}
