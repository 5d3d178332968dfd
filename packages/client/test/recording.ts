/** A service that answers as it is told to, and keeps what it was asked. */
export interface Recording {
  readonly requests: Request[];
  readonly fetch: (request: Request) => Promise<Response>;
}

/** @param answer gets the request and its number, the first being 1 */
export function recording(answer: (request: Request, nth: number) => Response | Promise<Response>): Recording {
  const requests: Request[] = [];
  return {
    requests,
    fetch: async (request) => {
      requests.push(request.clone());
      return answer(request, requests.length);
    },
  };
}

/** An answer that is what a domain looks like. */
export function aDomain(): Response {
  return Response.json({ id: "1", domain: "www.example.com" });
}
