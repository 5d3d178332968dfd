export interface Recording {
  readonly requests: Request[];
  readonly fetch: (request: Request) => Promise<Response>;
}

/** @param answer called with the request and its number, starting at 1 */
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

export function aDomain(): Response {
  return Response.json({ id: "1", domain: "www.example.com" });
}
