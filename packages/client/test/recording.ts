export interface Recording {
  readonly requests: Request[];
  readonly fetch: (request: Request) => Promise<Response>;
}

/** @param respond called with the request and its number, starting at 1 */
export function recording(respond: (request: Request, nth: number) => Response | Promise<Response>): Recording {
  const requests: Request[] = [];
  return {
    requests,
    fetch: async (request) => {
      requests.push(request.clone());
      return respond(request, requests.length);
    },
  };
}

export function aDomain(): Response {
  return Response.json({ id: "1", domain: "www.example.com" });
}
